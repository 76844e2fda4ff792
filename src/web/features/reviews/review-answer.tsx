import { useContent } from '../../api/content.ts'

export function ReviewAnswer({ answer }: { answer: string | null }) {
  const { name } = useContent()
  if (answer === null) return null
  return (
    <div className="review-answer">
      <p className="text-sm font-semibold">Reply from {name}</p>
      <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
    </div>
  )
}
