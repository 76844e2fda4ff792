import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Item } from '#contract/items.ts'
import type { Review } from '#contract/reviews.ts'
import { sentenceOf } from '../api/problem-error.ts'
import { shopContext } from '../api/public-shop.ts'
import { hero } from '../content/home.ts'
import { ItemGrid } from '../features/items/item-grid.tsx'
import { itemPreview, previewSize } from '../features/items/queries.ts'
import { latestReviews, shownReviews } from '../features/reviews/queries.ts'
import { ReviewCarousel } from '../features/reviews/review-carousel.tsx'
import { paths } from '../paths.ts'
import { Picture } from '../ui/picture.tsx'
import { Loading } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/states.tsx'

interface HomeData {
  items?: Item[]
  reviews?: Review[]
}

export async function loader({ context }: LoaderFunctionArgs): Promise<HomeData> {
  const shop = context.get(shopContext)
  const [items, reviews] = await Promise.all([shop.items(previewSize), shop.reviews(shownReviews)])
  return { items, reviews }
}

/** Coming from another page of the shop nothing is waited for: the queries below have it, or fetch it. */
export const clientLoader = (): HomeData => ({})

export default function Home() {
  const { items, reviews } = useLoaderData<HomeData>()
  return (
    <>
      <Hero />
      <OurItems initial={items} />
      <UserReviews initial={reviews} />
    </>
  )
}

function Hero() {
  return (
    <section className="wide hero-grid">
      <div>
        <h1 className="font-display text-5xl leading-[1.05] sm:text-6xl lg:text-7xl">{hero.title}</h1>
        <p className="mt-6 max-w-md text-lg text-soft">{hero.text}</p>
        <Link to={paths.items} className="btn btn-primary mt-8" prefetch="intent">
          See our items
        </Link>
      </div>
      <Picture src={hero.picture} alt="" sizes="(min-width: 1024px) 640px, 100vw" eager />
    </section>
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
          See more
        </Link>
      </div>
      {items.isPending && <Loading />}
      {items.isError && <ErrorState message={sentenceOf(items.error)} onRetry={() => void items.refetch()} />}
      {items.isSuccess && <ItemGrid items={items.data} heading="h3" />}
    </section>
  )
}

function UserReviews({ initial }: { initial: Review[] | undefined }) {
  const reviews = useQuery({ ...latestReviews, ...(initial && { initialData: initial }) })
  if (reviews.data?.length === 0) return null
  return (
    <div className="band">
      <div className="wide section">
        <h2 className="mb-10 font-display text-3xl sm:text-4xl">User Reviews</h2>
        {reviews.isPending && <Loading />}
        {reviews.isError && (
          <ErrorState message={sentenceOf(reviews.error)} onRetry={() => void reviews.refetch()} />
        )}
        {reviews.isSuccess && <ReviewCarousel reviews={reviews.data} />}
      </div>
    </div>
  )
}
