import { useState } from 'react'

/**
 * True from the first time on that something was so. For a panel that is loaded when it is opened: once it is there it
 * stays, because closing it gives the focus back.
 */
export function useHasBeen(isSo: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isSo)
  if (isSo && !hasBeen) setHasBeen(true)
  return hasBeen
}
