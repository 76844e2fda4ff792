import { useState } from 'react'
import { useMedia } from '../../ui/media.ts'
import { useStored } from '../../ui/use-stored.ts'

/**
 * Whether the figures are unfolded. Whoever looks for orders sees orders: a filter folds them until they are asked for.
 * Without a filter this browser remembers the choice; screens without room for both start folded.
 */
export function useFold(isFiltered: boolean) {
  const hasRoom = useMedia('(min-width: 80rem)')
  const [remembered, remember] = useStored('insights')
  const [asked, setAsked] = useState(false)
  if (!isFiltered && asked) setAsked(false)
  const isOpen = isFiltered ? asked : remembered === null ? hasRoom : remembered === 'open'

  function fold() {
    if (isFiltered) setAsked(!isOpen)
    else remember(isOpen ? 'folded' : 'open')
  }

  return { isOpen, fold }
}
