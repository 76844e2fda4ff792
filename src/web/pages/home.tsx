import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Item } from '#contract/items.ts'
import type { Review } from '#contract/reviews.ts'
import { offerOf } from '#domain/stock.ts'
import { shopContext } from '../api/public-shop.ts'
import { queryClient } from '../api/query-client.ts'
import { ItemGrid } from '../features/items/item-grid.tsx'
import { productOf } from '../features/items/product.ts'
import { itemPreview, previewSize } from '../features/items/queries.ts'
import { StopAlert } from '../features/items/stop-alert.tsx'
import { latestReviews, shownReviews } from '../features/reviews/queries.ts'
import { ReviewCarousel } from '../features/reviews/review-carousel.tsx'
import { Banner } from '../features/site/banner.tsx'
import { CeoNote } from '../features/site/ceo-note.tsx'
import { Overview } from '../features/site/overview.tsx'
import { Questions } from '../features/site/questions.tsx'
import { Statistics } from '../features/site/statistics.tsx'
import { TeamGrid } from '../features/site/team-grid.tsx'
import { Technologies } from '../features/site/technologies.tsx'
import { paths } from '../paths.ts'
import { describe, shopName, slogan } from '../ui/meta.ts'
import { Loading } from '../ui/spinner.tsx'
import { QueryError } from '../ui/states.tsx'
import type { Route } from './+types/home.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [items, reviews] = await Promise.all([shop.items(previewSize), shop.reviews(shownReviews)])
  return { items, reviews }
}

export const meta = ({ loaderData, ...args }: Route.MetaArgs) =>
  describe(args, { data: absolute => storeOf(loaderData?.items ?? [], absolute) })

const storeOf = (items: readonly Item[], absolute: (path: string) => string) => ({
  '@type': 'Store',
  name: shopName,
  slogan,
  url: absolute(paths.home),
  logo: absolute('/icon-512.png'),
  image: absolute('/share.jpg'),
  makesOffer: items.map(item => ({ '@type': 'Offer', itemOffered: productOf(offerOf(item), absolute) })),
})

/** Starts both queries during a client-side navigation, without delaying the page. */
export function clientLoader(): void {
  const client = queryClient()
  void client.prefetchQuery(itemPreview)
  void client.prefetchQuery(latestReviews)
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Banner />
      <OurItems initial={loaderData?.items} />
      <Statistics />
      <UserReviews initial={loaderData?.reviews} />
      <OurTeam />
      <CeoNote />
      <Overview />
      <Technologies />
      <Questions />
      <StopAlert />
    </>
  )
}

function OurItems({ initial }: { initial: Item[] | undefined }) {
  const items = useQuery({ ...itemPreview, ...(initial && { initialData: initial }) })
  return (
    <section className="wide section" aria-labelledby="our-items">
      <div className="mb-10 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="our-items" className="font-display text-3xl sm:text-4xl">
          Our Items
        </h2>
        <Link to={paths.items} className="link-quiet" prefetch="intent">
          See more <span className="sr-only">items</span>
        </Link>
      </div>
      {items.isPending && <Loading />}
      {items.isLoadingError && <QueryError query={items} />}
      {items.data && <ItemGrid items={items.data} heading="h3" />}
    </section>
  )
}

function UserReviews({ initial }: { initial: Review[] | undefined }) {
  const reviews = useQuery({ ...latestReviews, ...(initial && { initialData: initial }) })
  if (reviews.data?.length === 0) return null
  return (
    <div className="wide section">
      <h2 className="mb-10 font-display text-3xl sm:text-4xl">User Reviews</h2>
      {reviews.isPending && <Loading />}
      {reviews.isLoadingError && <QueryError query={reviews} />}
      {reviews.data && <ReviewCarousel reviews={reviews.data} />}
    </div>
  )
}

const OurTeam = () => (
  <section className="wide section" aria-labelledby="our-team">
    <h2 id="our-team" className="mb-10 font-display text-3xl sm:text-4xl">
      Our Team
    </h2>
    <TeamGrid heading="h3" />
  </section>
)
