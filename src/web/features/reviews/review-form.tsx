import { explain } from '../../api/problem-error.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { Form, required, type Values } from '../../ui/form.tsx'
import { StarInput } from '../../ui/stars.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWriteReview } from './queries.ts'

/** The messages are the spec's, to the letter. */
const rules = {
  name: required('Name is required'),
  comment: required('Comment is required'),
}

export function ReviewForm() {
  const { mutateAsync: write } = useWriteReview()
  async function send({ name = '', comment = '', starRating }: Values) {
    await write({ name, comment, starRating: Number(starRating) })
    toast('Thank you for your review')
  }
  return (
    <Form rules={rules} onSend={send} explain={explain} resets className="grid gap-4">
      <Field name="name" label="Name" autoComplete="name" maxLength={120} />
      <TextArea name="comment" label="Comment" maxLength={2000} />
      <StarInput name="starRating" label="Star rating" />
      <Submit>REVIEW SUBMIT</Submit>
    </Form>
  )
}
