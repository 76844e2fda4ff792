import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { Loading } from '../../ui/spinner.tsx'

/** The `handle` of a page behind a guard that shows something to everybody. `Data` is what its loader answers. */
export interface Handle<Data> {
  meanwhile: (data: Data) => ReactNode
}

/**
 * What stands in the place of a page while nobody knows yet who is asking: on the server, too, and for good without
 * script. Visitors with script are about to be sent away, so they do not see it.
 */
export function GuardPlaceholder() {
  const { handle, loaderData } = useMatches().at(-1) ?? {}
  const shown = isHandle(handle) && loaderData !== undefined && handle.meanwhile(loaderData)
  return shown ? <div className="meanwhile">{shown}</div> : <Loading />
}

const isHandle = (handle: unknown): handle is Handle<unknown> =>
  typeof handle === 'object' && handle !== null && 'meanwhile' in handle
