import { useState } from 'react'

/** Changes the order or the number of a list's entries. */
export type Arrange = <Entry>(list: readonly Entry[]) => readonly Entry[]

/**
 * Keys for entries that have no identity of their own: an entry that moves takes along what belongs to it, such as an
 * upload under way, and one that is removed ends it.
 */
export function useEntryKeys(count: number) {
  const [{ kept, next }, keep] = useState<{ kept: readonly number[]; next: number }>({ kept: [], next: 0 })
  const keys = Array.from({ length: count }, (_, index) => kept[index] ?? next + index)
  return {
    keys,
    arrange: (change: Arrange) => keep({ kept: change(keys), next: next + count }),
  }
}

export const without =
  (index: number): Arrange =>
  list =>
    list.toSpliced(index, 1)

export const movedUp =
  (index: number): Arrange =>
  list =>
    list.toSpliced(index - 1, 2, ...list.slice(index - 1, index + 1).reverse())
