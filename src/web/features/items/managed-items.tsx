import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { ListedItem } from '#contract/managed-items.ts'
import { paths } from '../../paths.ts'
import { Paged } from '../../ui/paged.tsx'
import { PanelLink, usePanel } from '../../ui/panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { ItemFiles } from './item-files.tsx'
import { ItemPanel } from './item-panel.tsx'
import { managedList } from './managed-queries.ts'
import { itemParam, viewIn } from './managed-view.ts'
import { RemoveItem } from './remove-item.tsx'

export function ManagedItems() {
  const [params] = useSearchParams()
  const { removed } = viewIn(params)
  const list = useInfiniteQuery(managedList(removed))
  const removing = useOpened<ListedItem>()
  const panel = usePanel(itemParam)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <WhichItems removed={removed} />
        {!removed && <ItemFiles />}
      </div>
      <Paged list={list} loading={<Skeleton />} empty={removed ? <NothingRemoved /> : <NothingOnSale />}>
        {rows => (
          <Table
            caption={removed ? 'Removed items' : 'Items on sale'}
            columns={columnsOf(removing.open)}
            rows={rows}
            keyOf={row => row._id}
          />
        )}
      </Paged>
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

const NothingOnSale = () => (
  <EmptyState title="There is nothing on sale.">
    <Link to={paths.addItem} className="btn btn-primary">
      Add a Item
    </Link>
  </EmptyState>
)

const NothingRemoved = () => <EmptyState title="No item was removed." />

const columnsOf = (onRemove: (item: ListedItem) => void): Column<ListedItem>[] => [
  { head: 'SN', cell: (_, index) => <span className="tabular-nums">{index + 1}</span> },
  {
    head: 'Image',
    cell: ({ photoUrl }) => <Picture src={photoUrl} alt="" sizes="96px" className="row-picture" />,
  },
  { head: 'Product', cell: item => <Product item={item} /> },
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

/** Only an item on sale has a page to link to. */
function Product({ item: { _id, name, hidden, removed } }: { item: ListedItem }) {
  const isOnSale = !hidden && !removed
  return (
    <>
      <p className="font-display text-lg" id={`item-${_id}`}>
        {isOnSale ? (
          <Link to={paths.item(_id)} className="link-quiet">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-3">
        <PanelLink
          name={itemParam}
          value={_id}
          aria-describedby={`item-${_id}`}
          className="link-quiet text-sm"
        >
          Edit
        </PanelLink>
        {hidden && <span className="badge-quiet">Hidden</span>}
      </p>
    </>
  )
}
