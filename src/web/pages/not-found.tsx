import { describe, notFound } from '../ui/meta.ts'
import { Picture } from '../ui/picture.tsx'
import type { Route } from './+types/not-found.ts'

export const meta = (args: Route.MetaArgs) => describe(args, notFound)

/** The spec asks for an image only; its alternative text has the message. */
export default function NotFound() {
  return (
    <div className="wide section grid justify-items-center">
      <h1 className="w-full max-w-150">
        <Picture
          src="/pictures/not-found-1200.webp"
          alt="This page does not exist"
          sizes="(min-width: 640px) 600px, 100vw"
          load="first"
        />
      </h1>
    </div>
  )
}
