import { answerForm, type Review } from '#contract/reviews.ts'
import { TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useChangeReview } from './queries.ts'

const rules = rulesOf(answerForm)

export function AnswerForm({ review, onClose }: { review: Review; onClose: () => void }) {
  const { mutateAsync: change } = useChangeReview(review._id)
  return (
    <Form
      rules={rules}
      onSend={async ({ answer }) => {
        await change({ answer })
        toast('The reply is shown below the review now')
        onClose()
      }}
      className="mt-4 grid gap-4"
    >
      <p className="wrap-anywhere text-soft">
        {review.name}: {review.comment}
      </p>
      <TextArea name="answer" label="Reply" defaultValue={review.answer ?? ''} />
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Cancel
        </button>
        <Submit>Save reply</Submit>
      </div>
    </Form>
  )
}
