import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Item } from '#contract/items.ts'
import type { Review } from '#contract/reviews.ts'
import type { ShopContent } from '#contract/shop-content.ts'
import { offerOf } from '#domain/stock.ts'
import { useContent } from '../api/content.ts'
import { shopContext } from '../api/public-shop.ts'
import { queryClient } from '../api/query-client.ts'
import { ItemGrid } from '../features/items/item-grid.tsx'
import { productOf } from '../features/items/product.ts'
import { itemPreview, previewSize } from '../features/items/queries.ts'
import { latestReviews, shownReviews } from '../features/reviews/queries.ts'
import { ReviewCarousel } from '../features/reviews/review-carousel.tsx'
import { readLeftPage } from '../features/session/left-page.ts'
import { Banner } from '../features/site/banner.tsx'
import { CeoNote } from '../features/site/ceo-note.tsx'
import { Overview } from '../features/site/overview.tsx'
import { Questions } from '../features/site/questions.tsx'
import { Statistics } from '../features/site/statistics.tsx'
import { TeamGrid } from '../features/site/team-grid.tsx'
import { Technologies } from '../features/site/technologies.tsx'
import { paths } from '../paths.ts'
import { useHydrated } from '../ui/hydrated.tsx'
import { lazyComponent } from '../ui/lazy-component.ts'
import { describe } from '../ui/meta.ts'
import { Loading } from '../ui/spinner.tsx'
import { QueryError } from '../ui/states.tsx'
import type { Route } from './+types/home.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [items, reviews] = await Promise.all([shop.items(previewSize), shop.reviews(shownReviews)])
  return { items, reviews }
}

export const meta = ({ loaderData, ...args }: Route.MetaArgs) =>
  describe(args, {
    data: absolute => storeOf(loaderData?.items ?? [], args.matches[0].loaderData?.content, absolute),
  })

const storeOf = (
  items: readonly Item[],
  content: Pick<ShopContent, 'name' | 'slogan'> | undefined,
  absolute: (path: string) => string,
) => ({
  '@type': 'Store',
  name: content?.name,
  slogan: content?.slogan || undefined,
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

/** A section without content is not shown. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { name, banners, statistics, showsReviews, team, note, overview, technologies, questions } =
    useContent()
  return (
    <>
      {banners.length > 0 ? <Banner banners={banners} /> : <h1 className="sr-only">{name}</h1>}
      <OurItems initial={loaderData?.items} />
      {statistics && <Statistics statistics={statistics} />}
      {showsReviews && <UserReviews initial={loaderData?.reviews} />}
      {team.length > 0 && <OurTeam team={team} />}
      {note && <CeoNote note={note} />}
      {overview && <Overview overview={overview} />}
      {technologies && <Technologies technologies={technologies} />}
      {questions && <Questions questions={questions} />}
      <Extras />
    </>
  )
}

const HomeExtras = lazyComponent(() => import('./home-extras.tsx'), 'A part of this page')

function Extras() {
  const [params] = useSearchParams()
  const isOpened = ['stop', 'newsletter', 'unsubscribe'].some(name => params.has(name))
  // The server renders the page without it, for all visitors.
  const [left] = useState(readLeftPage)
  if (!useHydrated() || !(isOpened || left)) return null
  return (
    <Suspense>
      <HomeExtras left={left} />
    </Suspense>
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
      {items.isLoadingError && <QueryError query={items} spinner />}
      {items.data?.length === 0 && (
        <Suspense>
          <HomeExtras isEmpty />
        </Suspense>
      )}
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
      {reviews.isLoadingError && <QueryError query={reviews} spinner />}
      {reviews.data && <ReviewCarousel reviews={reviews.data} />}
    </div>
  )
}

const OurTeam = ({ team }: { team: ShopContent['team'] }) => (
  <section className="wide section" aria-labelledby="our-team">
    <h2 id="our-team" className="mb-10 font-display text-3xl sm:text-4xl">
      Our Team
    </h2>
    <TeamGrid team={team} heading="h3" />
  </section>
)
