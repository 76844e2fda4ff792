import { useDeferredValue, useEffect } from 'react'

let isHydrated = false

/**
 * False on the server and in the first render of a page that came from there, true from then on. Not by an external
 * store: what follows from it would be rendered in one piece, and a telephone could not be touched meanwhile.
 */
export function useHydrated(): boolean {
  useEffect(() => {
    isHydrated = true
  }, [])
  return useDeferredValue(true, isHydrated)
}
