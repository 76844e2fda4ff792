import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { isGone } from '../api/problem-error.ts'
import { oneItem } from '../features/items/queries.ts'
import { AllReviews } from '../features/reviews/all-reviews.tsx'
import { LatestReviews } from '../features/reviews/latest-reviews.tsx'
import { allReviews } from '../features/reviews/queries.ts'
import { filterIn } from '../features/reviews/review-filter.ts'
import { ReviewForm } from '../features/reviews/review-form.tsx'
import { useAdminCheck } from '../features/session/admin-check.ts'
import { startForAdmin } from '../features/session/start-queries.ts'
import { useUser } from '../features/session/use-user.ts'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import { Loading } from '../ui/spinner.tsx'
import { QueryError } from '../ui/states.tsx'
import type { Route } from './+types/my-review.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Add a Review', noindex: true })

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  startForAdmin(client => client.prefetchInfiniteQuery(allReviews(filterIn(url.searchParams))))

/** Reviews the item in the address if it is on sale, or else the shop. */
function OwnReview() {
  const id = useSearchParams()[0].get('item')
  const item = useQuery({ ...oneItem(id ?? ''), enabled: id !== null })
  if (id === null) return <ReviewForm key="shop" />
  if (item.isPending) return <Loading />
  if (item.data) return <ReviewForm key={id} item={item.data} />
  if (!isGone(item.error)) return <QueryError query={item} />
  return (
    <>
      <p className="mb-4">This item is no longer on sale, so your review is about the shop.</p>
      <ReviewForm />
    </>
  )
}

/** The spec has one page about reviews, so admins also manage all reviews here, below their own form. */
export default function MyReview() {
  const { data: isAdmin } = useAdminCheck(useUser().email)
  return (
    <>
      <PageSection title="Welcome to your Review" className="max-w-xl">
        <OwnReview />
      </PageSection>
      {isAdmin && (
        <PageSection title="All reviews" className="mt-16 max-w-3xl">
          <AllReviews />
        </PageSection>
      )}
      {isAdmin === false && <LatestReviews />}
    </>
  )
}
