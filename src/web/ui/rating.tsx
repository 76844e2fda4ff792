import { countOf } from './count.ts'
import { Stars } from './stars.tsx'

interface RatingProps {
  /** Null while there is no review. */
  stars: number | null
  reviewCount: number
}

/** What reviews come to, in a line; nothing while there are none. */
export function Rating({ stars, reviewCount }: RatingProps) {
  if (stars === null) return null
  return (
    <p className="mt-2 flex items-center gap-2 text-sm">
      <Stars rating={stars} />
      <span aria-hidden="true">{stars.toFixed(1)}</span>
      <span className="text-soft">{countOf(reviewCount, 'review')}</span>
    </p>
  )
}
