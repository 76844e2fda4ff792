import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Review } from '#contract/reviews.ts'
import { paths } from '../../paths.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Stars } from '../../ui/stars.tsx'
import { PartError } from '../../ui/states.tsx'
import { When } from '../../ui/time.tsx'
import { itemReviews } from './item-reviews-query.ts'
import { ReviewAnswer } from './review-answer.tsx'

export function ItemReviews({ itemId }: { itemId: string }) {
  const list = useInfiniteQuery(itemReviews(itemId))
  return (
    <section className="mt-16 max-w-3xl" aria-labelledby="reviews">
      <h2 id="reviews" className="mb-6 font-display text-2xl">
        Reviews
      </h2>
      {list.isPending && <Skeleton />}
      {list.isLoadingError && <PartError query={list} />}
      {list.data && <Reviews reviews={list.data.pages.flatMap(({ rows }) => rows)} />}
      {list.data && <LoadMore {...list} />}
      <p className="mt-6">
        Bought it? <Link to={paths.reviewOf(itemId)}>Write a review</Link>
      </p>
    </section>
  )
}

/** The placeholder, in the shape of the reviews. */
const Skeleton = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Loading</span>
    <div className="skeleton" />
    <div className="skeleton" />
  </div>
)

const Reviews = ({ reviews }: { reviews: readonly Review[] }) =>
  reviews.length === 0 ? (
    <p className="text-soft">Nobody has reviewed this item yet.</p>
  ) : (
    <ul className="grid gap-4">
      {reviews.map(review => (
        <ItemReview key={review._id} review={review} />
      ))}
    </ul>
  )

const ItemReview = ({ review }: { review: Review }) => (
  <li className="panel grid gap-3">
    <p className="flex flex-wrap items-center gap-3">
      <Stars rating={review.starRating} />
      <strong className="wrap-anywhere">{review.name}</strong>
      {review.verified && <span className="badge-quiet">Verified buyer</span>}
      <span className="text-sm text-soft">
        <When at={review.createdAt} />
      </span>
    </p>
    <p className="whitespace-pre-line wrap-anywhere">{review.comment}</p>
    <ReviewAnswer answer={review.answer} />
  </li>
)
