import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ShopContent } from '#contract/shop-content.ts'
import { useContent } from '../api/content.ts'
import { Families } from '../features/items/families.tsx'
import { isFiltered, useItemFilter } from '../features/items/item-filter.ts'
import { ItemGrid } from '../features/items/item-grid.tsx'
import { ItemSearchForm } from '../features/items/item-search-form.tsx'
import { familyList, type ItemFilter, itemList, noFilter } from '../features/items/list-query.ts'
import { startForUser } from '../features/session/start-queries.ts'
import { familyBanners, WidePicture } from '../features/site/wide-picture.tsx'
import { paths } from '../paths.ts'
import { FoundCount } from '../ui/found-count.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { describe } from '../ui/meta.ts'
import { Loading } from '../ui/spinner.tsx'
import { EmptyState, QueryError } from '../ui/states.tsx'
import type { Route } from './+types/items.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Our Items', noindex: true })

/** The page parses the filters itself, so a search is not prefetched. */
export function clientLoader({ url }: Route.ClientLoaderArgs): void {
  if (url.search !== '') return
  startForUser(client => client.prefetchInfiniteQuery(itemList(noFilter)))
  startForUser(client => client.prefetchQuery(familyList))
}

export default function Items() {
  const [filter, show] = useItemFilter()
  return (
    <div className="wide section">
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Our Items</h1>
      <ItemSearchForm filter={filter} onChange={show} />
      <ItemsFor filter={filter} />
    </div>
  )
}

function ItemsFor({ filter }: { filter: ItemFilter }) {
  const list = useInfiniteQuery(itemList(filter))
  const families = useQuery(familyList)
  const banners = familyBanners(useContent())
  // Shown together, so that nothing moves.
  if (list.isPending || families.isPending) return <Loading />
  if (!list.data) return <QueryError query={list} spinner />
  const items = list.data.pages.flatMap(page => page.rows)
  return (
    <div aria-busy={list.isPlaceholderData} className="found-items">
      <Families families={families.data ?? []} filter={filter} />
      <FoundCount list={list} noun="item" isSearch={isFiltered(filter)} />
      {items.length === 0 ? (
        <NoMatches filter={filter} />
      ) : (
        <>
          <ItemGrid
            items={items}
            heading="h2"
            eager={3}
            between={isFiltered(filter) ? undefined : pictureAfter(banners)}
          />
          <LoadMore {...list} />
        </>
      )}
    </div>
  )
}

const pictureAfter = (banners: ShopContent['banners']) => (block: number) => {
  const banner = banners[block]
  return banner && <WidePicture banner={banner} />
}

function NoMatches({ filter }: { filter: ItemFilter }) {
  if (!isFiltered(filter)) return <EmptyState title="The shelves are empty. Please come back soon." />
  const what = filter.search
    ? `for “${filter.search}”`
    : filter.family
      ? `in “${filter.family}”`
      : 'like that'
  return (
    <EmptyState title={`We have nothing ${what}.`}>
      <Link to={paths.items} className="btn btn-primary" preventScrollReset>
        Show all items
      </Link>
    </EmptyState>
  )
}
