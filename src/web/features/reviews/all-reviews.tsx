import { useInfiniteQuery } from '@tanstack/react-query'
import type { Review } from '#contract/reviews.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Paged } from '../../ui/paged.tsx'
import { Stars } from '../../ui/stars.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { AnswerForm } from './answer-form.tsx'
import { allReviews, useChangeReview } from './queries.ts'
import { ReviewAnswer } from './review-answer.tsx'

/** All reviews for admins, who can hide, show and answer them. */
export function AllReviews() {
  const list = useInfiniteQuery(allReviews)
  const { opened: answered, open: answer, close } = useOpened<Review>()
  return (
    <>
      <Paged list={list} empty={<EmptyState title="Nobody has written a review yet." />}>
        {rows => (
          <ul className="grid gap-4">
            {rows.map(review => (
              <ManagedReview key={review._id} review={review} onAnswer={answer} />
            ))}
          </ul>
        )}
      </Paged>
      <Dialog open={answered !== undefined} title="Answer the review" onClose={close}>
        {answered && <AnswerForm key={answered._id} review={answered} onClose={close} />}
      </Dialog>
    </>
  )
}

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
          {review.answer === null ? 'Answer' : 'Change answer'}
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
      done="The answer was taken back"
    >
      Take answer back
    </ActionButton>
  )
}
