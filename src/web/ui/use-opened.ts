import { useState } from 'react'

/** The subject of a dialog without an address. A late response closes no dialog that was opened since. */
export function useOpened<Thing extends { _id: string }>() {
  const [opened, open] = useState<Thing>()
  const close = () => open(now => (now?._id === opened?._id ? undefined : now))
  return { opened, open, close }
}
