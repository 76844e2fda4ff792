import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sentenceOf } from '../../api/problem-error.ts'
import { paths } from '../../paths.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ItemGrid } from './item-grid.tsx'
import { type ItemFilter, itemList } from './queries.ts'

export function FoundItems({ filter }: { filter: ItemFilter }) {
  const list = useInfiniteQuery(itemList(filter))
  if (list.isPending) return <Loading />
  if (list.isError) return <ErrorState message={sentenceOf(list.error)} onRetry={() => void list.refetch()} />
  const items = list.data.pages.flatMap(page => page.rows)
  return (
    <div aria-busy={list.isPlaceholderData} className="found-items">
      {/* Always there, so that a screen reader hears of every change. */}
      <p role="status" className="sr-only">
        {filter.search && !list.isPlaceholderData && countOf(items.length, list.hasNextPage)}
      </p>
      {items.length === 0 ? (
        <Nothing searched={filter.search} />
      ) : (
        <>
          <ItemGrid items={items} heading="h2" eager={3} />
          <LoadMore {...list} />
        </>
      )}
    </div>
  )
}

function countOf(count: number, more: boolean): string {
  if (count === 0) return 'No items found'
  const found = count === 1 ? '1 item found' : `${count} items found`
  return more ? `${found}, and more can be loaded` : found
}

function Nothing({ searched }: { searched: string }) {
  if (!searched) return <EmptyState title="The shelves are empty. Please come back soon." />
  return (
    <EmptyState title={`We have nothing for “${searched}”.`}>
      <Link to={paths.items} className="btn btn-primary" preventScrollReset>
        Show all items
      </Link>
    </EmptyState>
  )
}
