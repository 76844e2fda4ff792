import { useState } from 'react'
import { useContent } from '../api/content.ts'
import { Closing } from '../features/site/closing.tsx'
import { describe } from '../ui/meta.ts'
import { defaultRating, StarInput } from '../ui/stars.tsx'
import type { Route } from './+types/star-rating.ts'

export const meta = (args: Route.MetaArgs) =>
  describe(args, {
    title: 'Star rating',
    description: 'Rate anything from one to five stars.',
  })

export default function StarRating() {
  const [rating, setRating] = useState(defaultRating)
  const { ratingClosing } = useContent()
  return (
    <div className="narrow section">
      <h1 className="mb-8 font-display text-4xl">Star rating</h1>
      <StarInput name="starRating" label="How do you like it?" onRate={setRating} />
      <p className="mt-4 text-soft" role="status">
        Rating: {rating}
      </p>
      {ratingClosing && <Closing closing={ratingClosing} />}
    </div>
  )
}
