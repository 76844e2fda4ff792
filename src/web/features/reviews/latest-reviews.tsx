import { useQuery } from '@tanstack/react-query'
import { PageSection } from '../../ui/page-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PartError } from '../../ui/states.tsx'
import { latestReviews } from './queries.ts'
import { ReviewCard } from './review-carousel.tsx'

const shown = 3

/** The newest reviews below the review form; renders nothing while there are none. */
export function LatestReviews() {
  const reviews = useQuery(latestReviews)
  if (reviews.data?.length === 0) return null
  return (
    <PageSection title="What others say" className="mt-16">
      {reviews.isPending && <Skeleton />}
      {reviews.isError && <PartError query={reviews} />}
      <ul className="latest-reviews">
        {reviews.data?.slice(0, shown).map(review => (
          <li key={review._id}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
