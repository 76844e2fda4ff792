import { useSyncExternalStore } from 'react'

/** Below the width at which pages have two columns. */
export const phone = '(max-width: 63.99rem)'

/** Whether a media query matches; `false` on the server and in the first render. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    listener => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}
