import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { Loading } from '../../ui/spinner.tsx'

/** The `handle` of a guarded page with public content. `Data` is the result of its loader. */
export interface Handle<Data> {
  fallback: (data: Data) => ReactNode
}

/**
 * Stands in for a guarded page until the session is known: on the server, and permanently without JavaScript.
 * Signed-out visitors with JavaScript do not see it, because they are about to be redirected.
 */
export function GuardFallback() {
  const { handle, loaderData } = useMatches().at(-1) ?? {}
  const shown = isHandle(handle) && loaderData !== undefined && handle.fallback(loaderData)
  return shown ? <div className="fallback">{shown}</div> : <Loading />
}

const isHandle = (handle: unknown): handle is Handle<unknown> =>
  typeof handle === 'object' && handle !== null && 'fallback' in handle
