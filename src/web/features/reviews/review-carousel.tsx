import type { Review } from '#contract/reviews.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { Stars } from '../../ui/stars.tsx'
import { ReviewAnswer } from './review-answer.tsx'

const slideMs = 2500

export const ReviewCarousel = ({ reviews }: { reviews: readonly Review[] }) => (
  <Carousel
    label="User Reviews"
    className="reviews"
    slides={reviews}
    keyOf={review => review._id}
    slideMs={slideMs}
  >
    {review => <ReviewCard review={review} />}
  </Carousel>
)

export function ReviewCard({ review }: { review: Review }) {
  return (
    <figure className="review-card">
      <div className="flex items-center gap-3">
        <Stars rating={review.starRating} />
        <p className="text-sm text-soft">Rating: {review.starRating}</p>
      </div>
      <blockquote className="mt-4 grow">
        <p className="line-clamp-6">{review.comment}</p>
      </blockquote>
      <figcaption className="mt-6 font-semibold">{review.name}</figcaption>
      <ReviewAnswer answer={review.answer} />
    </figure>
  )
}
