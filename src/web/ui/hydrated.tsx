import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'

const Hydrated = createContext(true)

/**
 * Tells the parts of a page whether it runs in the browser yet. What follows from that is rendered in pieces, so that a phone
 * can be touched meanwhile.
 */
export function HydrationProvider({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return <Hydrated value={isHydrated}>{children}</Hydrated>
}

/** False on the server and in the first render of a page that came from there. */
export const useHydrated = (): boolean => useContext(Hydrated)
