import { useState } from 'react'
import type { Order } from '#contract/orders.ts'

export interface Neighbors {
  previous: Order | undefined
  next: Order | undefined
}

/**
 * The orders above and below an open one. An order that leaves the list, such as one that was sent, keeps its place:
 * the next one is the order that moved up.
 */
export function useNeighbors(rows: readonly Order[], opened: string | undefined): Neighbors {
  const [place, setPlace] = useState(0)
  const at = rows.findIndex(({ _id }) => _id === opened)
  if (at >= 0 && at !== place) setPlace(at)
  return at >= 0
    ? { previous: rows[at - 1], next: rows[at + 1] }
    : { previous: rows[place - 1], next: rows[place] }
}
