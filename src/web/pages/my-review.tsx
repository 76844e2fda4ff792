import { AllReviews } from '../features/reviews/all-reviews.tsx'
import { allReviews } from '../features/reviews/queries.ts'
import { ReviewForm } from '../features/reviews/review-form.tsx'
import { useAdminCheck } from '../features/session/admin-check.ts'
import { startForAdmin } from '../features/session/start-queries.ts'
import { useUser } from '../features/session/use-user.ts'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import type { Route } from './+types/my-review.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Add a Review', own: true })

export const clientLoader = () => startForAdmin(client => client.prefetchInfiniteQuery(allReviews))

/** The one page of the spec that is about reviews: admins look after everybody's here, below their own form. */
export default function MyReview() {
  const { data: isAdmin } = useAdminCheck(useUser().email)
  return (
    <>
      <PageSection title="Welcome to your Review" className="max-w-xl">
        <ReviewForm />
      </PageSection>
      {isAdmin && (
        <PageSection title="All reviews" className="mt-16 max-w-3xl">
          <AllReviews />
        </PageSection>
      )}
    </>
  )
}
