import { countOf } from './count.ts'
import { Stars } from './stars.tsx'

interface RatingProps {
  /** Null while there are no reviews. */
  stars: number | null
  reviewCount: number
}

/** The average of the reviews in one line; renders nothing while there are none. */
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
