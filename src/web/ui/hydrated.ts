import { useDeferredValue, useEffect } from 'react'

/** Nothing, once the page has come to life: what comes later is true at once, and is not rendered twice. */
let first: false | undefined = false

/**
 * False on the server and in the first render of a page that came from there, true from then on. Not by an external
 * store: what follows from it would be rendered in one piece, and a telephone could not be touched meanwhile.
 */
export function useHydrated(): boolean {
  useEffect(() => {
    first = undefined
  }, [])
  return useDeferredValue(true, first)
}
