import { shopName } from '../../ui/meta.ts'

export function ReviewAnswer({ answer }: { answer: string | null }) {
  if (answer === null) return null
  return (
    <div className="review-answer">
      <p className="text-sm font-semibold">Answer from {shopName}</p>
      <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
    </div>
  )
}
