import { useDeferredValue, useEffect } from 'react'

/** Of the first render of a part. Undefined once the page is alive: then a part has the truth at once, and renders once. */
let atFirst: false | undefined = false

/**
 * False on the server and in the first render of a page that came from there, true from then on. Not by an external
 * store: what follows from it would be rendered in one piece, and a telephone could not be touched meanwhile.
 */
export function useHydrated(): boolean {
  useEffect(() => {
    atFirst = undefined
  }, [])
  return useDeferredValue(true, atFirst)
}
