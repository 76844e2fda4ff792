import { Link } from 'react-router'
import type { Item } from '#contract/items.ts'
import { reviewForm } from '#contract/reviews.ts'
import { paths } from '../../paths.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Picture } from '../../ui/picture.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { StarInput } from '../../ui/stars.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWriteReview } from './queries.ts'

const rules = rulesOf(reviewForm)

/** A review of a purchased item, or of the shop. */
export function ReviewForm({ item }: { item?: Item | undefined }) {
  const { mutateAsync: write } = useWriteReview()
  return (
    <Form
      rules={rules}
      onSend={async review => {
        await write(item ? { ...review, itemId: item._id } : review)
        toast('Thank you for your review')
      }}
      resets
      className="grid gap-4"
    >
      {item && <AboutItem item={item} />}
      <Field name="name" label="Name" autoComplete="name" />
      <TextArea name="comment" label="Comment" />
      <StarInput name="starRating" label="Star rating" />
      <Submit>REVIEW SUBMIT</Submit>
    </Form>
  )
}

const AboutItem = ({ item }: { item: Item }) => (
  <div className="flex flex-wrap items-center gap-4">
    <Picture src={item.photoUrl} alt="" sizes="96px" className="row-picture" />
    <div>
      <p>
        About <Link to={paths.item(item._id)}>{item.name}</Link>
      </p>
      <p className="text-sm text-soft">A second review of it replaces your first.</p>
      <Link to={paths.myReview} className="link-quiet text-sm" preventScrollReset>
        Review the shop instead
      </Link>
    </div>
  </div>
)
