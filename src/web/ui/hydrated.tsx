import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'

const Hydrated = createContext(true)

/** Tells components whether the page is hydrated. The update is deferred, so that a phone stays responsive. */
export function HydrationProvider({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return <Hydrated value={isHydrated}>{children}</Hydrated>
}

/** False on the server and in the first render after it. */
export const useHydrated = (): boolean => useContext(Hydrated)
