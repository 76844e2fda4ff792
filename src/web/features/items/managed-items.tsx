import './managed-items.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ListedItem } from '#contract/managed-items.ts'
import { paths } from '../../paths.ts'
import { FoundCount } from '../../ui/found-count.tsx'
import { Paged } from '../../ui/paged.tsx'
import { usePanel } from '../../ui/panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useSearch } from '../../ui/use-filter.ts'
import { useOpened } from '../../ui/use-opened.ts'
import { ItemFiles } from './item-files.tsx'
import { ItemPanel } from './item-panel.tsx'
import { managedList } from './managed-queries.ts'
import { itemParam, viewIn } from './managed-view.ts'
import { ProductCell } from './product-cell.tsx'
import { RemoveItem } from './remove-item.tsx'

export function ManagedItems({ yourShop }: { yourShop: ReactNode }) {
  const [params] = useSearchParams()
  const { removed } = viewIn(params)
  const [search, show] = useSearch()
  const list = useInfiniteQuery(managedList(removed, search))
  const removing = useOpened<ListedItem>()
  const panel = usePanel(itemParam)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <WhichItems removed={removed} />
        {!removed && (
          <div className="flex flex-wrap gap-3">
            {yourShop}
            <ItemFiles />
          </div>
        )}
      </div>
      <SearchForm label="Search items" placeholder="Part of a name" search={search} onSearch={show} />
      <div aria-busy={list.isPlaceholderData} className="found-items">
        <FoundCount list={list} noun="item" isSearch={search !== ''} />
        <Paged list={list} loading={<Skeleton />} empty={<Nothing removed={removed} search={search} />}>
          {rows => (
            <Table
              caption={removed ? 'Removed items' : 'Items on sale'}
              columns={columnsOf(removing.open)}
              rows={rows}
              keyOf={row => row._id}
            />
          )}
        </Paged>
      </div>
      <RemoveItem item={removing.opened} onClose={removing.close} />
      <ItemPanel id={panel.opened} onClose={panel.close} />
    </>
  )
}

const WhichItems = ({ removed }: { removed: boolean }) => (
  <p>
    {removed ? (
      <Link to={paths.manageItems}>All other items</Link>
    ) : (
      <Link to={paths.removedItems}>Removed items</Link>
    )}
  </p>
)

function Nothing({ removed, search }: { removed: boolean; search: string }) {
  if (search !== '')
    return (
      <EmptyState title={`No item’s name contains “${search}”.`}>
        <Link to={removed ? paths.removedItems : paths.manageItems} className="btn btn-primary">
          Show all items
        </Link>
      </EmptyState>
    )
  if (removed) return <EmptyState title="No item was removed." />
  return (
    <EmptyState title="There is nothing on sale.">
      <Link to={paths.addItem} className="btn btn-primary">
        Add a Item
      </Link>
    </EmptyState>
  )
}

const columnsOf = (onRemove: (item: ListedItem) => void): Column<ListedItem>[] => [
  { head: 'SN', cell: (_, index) => <span className="tabular-nums">{index + 1}</span> },
  {
    head: 'Image',
    cell: ({ photoUrl }) => <Picture src={photoUrl} alt="" sizes="96px" className="row-picture" />,
  },
  { head: 'Product', cell: item => <ProductCell item={item} /> },
  {
    head: 'Remove Product',
    cell: item =>
      item.removed ? (
        <span className="badge-quiet">Removed</span>
      ) : (
        <button
          type="button"
          className="btn btn-sm btn-quiet"
          aria-describedby={`item-${item._id}`}
          onClick={() => onRemove(item)}
        >
          Remove
        </button>
      ),
  },
]
