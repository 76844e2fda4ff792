import { useInfiniteQuery } from '@tanstack/react-query'
import type { MetaArgs } from 'react-router'
import { sentenceOf } from '../api/problem-error.ts'
import { ItemGrid } from '../features/items/item-grid.tsx'
import { itemList } from '../features/items/queries.ts'
import { SignedIn } from '../features/session/signed-in.tsx'
import { describe } from '../meta.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { Loading } from '../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'

export const meta = (args: MetaArgs) => describe(args, { title: 'Our Items', own: true })

export default function Items() {
  return (
    <div className="wide section">
      <h1 className="mb-10 font-display text-4xl sm:text-5xl">Our Items</h1>
      <SignedIn>{() => <ItemList />}</SignedIn>
    </div>
  )
}

function ItemList() {
  const list = useInfiniteQuery(itemList)
  if (list.isPending) return <Loading />
  if (list.isError) return <ErrorState message={sentenceOf(list.error)} onRetry={() => void list.refetch()} />
  const items = list.data.pages.flatMap(page => page.rows)
  if (items.length === 0) return <EmptyState title="The shelves are empty. Please come back soon." />
  return (
    <>
      <ItemGrid items={items} heading="h2" eager={3} />
      <LoadMore {...list} />
    </>
  )
}
