import { useState } from 'react'

/**
 * True once it has ever been true. A panel that is loaded when it is first opened stays from then on, because closing it
 * gives the focus back.
 */
export function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return wasTrue
}
