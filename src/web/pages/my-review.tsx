import { ReviewForm } from '../features/reviews/review-form.tsx'

export const meta = () => [{ title: 'Add a Review · Tuckshop' }]

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
