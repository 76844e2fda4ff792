import { ReviewForm } from '../features/reviews/review-form.tsx'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import type { Route } from './+types/my-review.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Add a Review', own: true })

export default function MyReview() {
  return (
    <PageSection title="Welcome to your Review" className="max-w-xl">
      <ReviewForm />
    </PageSection>
  )
}
