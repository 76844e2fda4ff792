import { useState } from 'react'

/** What a dialog without an address is about. An answer that comes late closes nothing that was opened since. */
export function useOpened<Thing extends { _id: string }>() {
  const [opened, open] = useState<Thing>()
  const close = () => open(now => (now?._id === opened?._id ? undefined : now))
  return { opened, open, close }
}
