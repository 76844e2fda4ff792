import type { MetaArgs } from 'react-router'
import { ReviewForm } from '../features/reviews/review-form.tsx'
import { describe } from '../ui/meta.ts'

export const meta = (args: MetaArgs) => describe(args, { title: 'Add a Review', own: true })

export default function MyReview() {
  return (
    <section aria-labelledby="page-title" className="max-w-xl">
      <h2 id="page-title" className="mb-6 font-display text-2xl">
        Welcome to your Review
      </h2>
      <ReviewForm />
    </section>
  )
}
