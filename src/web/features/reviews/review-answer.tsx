import { shopName } from '../../ui/meta.ts'

/** What the shop says to a review; nothing while it has said nothing. */
export function ReviewAnswer({ answer }: { answer: string | null }) {
  if (answer === null) return null
  return (
    <div className="review-answer">
      <p className="text-sm font-semibold">Answer from {shopName}</p>
      <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
    </div>
  )
}
