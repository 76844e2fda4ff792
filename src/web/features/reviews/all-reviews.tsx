import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Review } from '#contract/reviews.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FoundCount } from '../../ui/found-count.tsx'
import { Paged } from '../../ui/paged.tsx'
import { Stars } from '../../ui/stars.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { When } from '../../ui/time.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { AnswerForm } from './answer-form.tsx'
import { allReviews, useChangeReview } from './queries.ts'
import { ReviewAnswer } from './review-answer.tsx'
import { useReviewFilter } from './review-filter.ts'
import { ReviewTools } from './review-tools.tsx'

/** All reviews for admins, who can hide, show and answer them. */
export function AllReviews() {
  const { filter, show, isFiltered } = useReviewFilter()
  const list = useInfiniteQuery(allReviews(filter))
  const { opened: answered, open: answer, close } = useOpened<Review>()
  return (
    <>
      <ReviewTools filter={filter} onChange={show} />
      <div aria-busy={list.isPlaceholderData} className="found-items">
        <FoundCount list={list} noun="review" isSearch={isFiltered} />
        <Paged list={list} empty={<NoReviews isFiltered={isFiltered} />}>
          {rows => (
            <ul className="grid gap-4">
              {rows.map(review => (
                <ManagedReview key={review._id} review={review} onAnswer={answer} />
              ))}
            </ul>
          )}
        </Paged>
      </div>
      <Dialog open={answered !== undefined} title="Reply to the review" onClose={close}>
        {answered && <AnswerForm key={answered._id} review={answered} onClose={close} />}
      </Dialog>
    </>
  )
}

const NoReviews = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No reviews match.">
      <Link to={paths.myReview} className="btn btn-primary">
        Show all reviews
      </Link>
    </EmptyState>
  ) : (
    <EmptyState title="Nobody has written a review yet." />
  )

interface ManagedReviewProps {
  review: Review
  onAnswer: (review: Review) => void
}

function ManagedReview({ review, onAnswer }: ManagedReviewProps) {
  const id = `review-${review._id}`
  return (
    <li className="panel grid gap-3">
      <p className="flex flex-wrap items-center gap-3">
        <Stars rating={review.starRating} />
        <strong id={id} className="wrap-anywhere">
          {review.name}
        </strong>
        {review.hidden && (
          <span className="badge-quiet" data-tone="bad">
            Hidden
          </span>
        )}
      </p>
      <p className="text-sm text-soft wrap-anywhere">
        {review.itemName ?? 'The shop'}, <When at={review.createdAt} />
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{review.comment}</p>
      <ReviewAnswer answer={review.answer} />
      <div className="flex flex-wrap gap-3">
        <Visibility review={review} about={id} />
        <button
          type="button"
          className="btn btn-sm btn-quiet"
          aria-describedby={id}
          onClick={() => onAnswer(review)}
        >
          {review.answer === null ? 'Reply' : 'Edit reply'}
        </button>
        {review.answer !== null && <WithdrawAnswer review={review} about={id} />}
      </div>
    </li>
  )
}

interface AboutReview {
  review: Review
  /** The id of the element with the author's name. */
  about: string
}

function Visibility({ review: { _id, hidden }, about }: AboutReview) {
  const { mutateAsync: change } = useChangeReview(_id)
  return (
    <ActionButton
      className="btn-sm btn-quiet"
      about={about}
      onPress={() => change({ hidden: !hidden })}
      done={hidden ? 'The review is shown again' : 'The review is hidden'}
    >
      {hidden ? 'Show' : 'Hide'}
    </ActionButton>
  )
}

function WithdrawAnswer({ review: { _id }, about }: AboutReview) {
  const { mutateAsync: change } = useChangeReview(_id)
  return (
    <ActionButton
      className="btn-sm btn-quiet"
      about={about}
      onPress={() => change({ answer: null })}
      done="The reply was deleted"
    >
      Delete reply
    </ActionButton>
  )
}
