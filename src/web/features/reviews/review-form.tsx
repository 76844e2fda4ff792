import { newReview } from '#contract/reviews.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { StarInput } from '../../ui/stars.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWriteReview } from './queries.ts'

const rules = rulesOf(newReview)

export function ReviewForm() {
  const { mutateAsync: write } = useWriteReview()
  return (
    <Form
      rules={rules}
      onSend={async review => {
        await write(review)
        toast('Thank you for your review')
      }}
      resets
      className="grid gap-4"
    >
      <Field name="name" label="Name" autoComplete="name" />
      <TextArea name="comment" label="Comment" />
      <StarInput name="starRating" label="Star rating" />
      <Submit>REVIEW SUBMIT</Submit>
    </Form>
  )
}
