import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Item } from '#contract/items.ts'
import { paths } from '../../paths.ts'
import { Paged } from '../../ui/paged.tsx'
import { Picture } from '../../ui/picture.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { everything, itemList } from './queries.ts'
import { RemoveItem } from './remove-item.tsx'

export function ManagedItems() {
  const list = useInfiniteQuery(itemList(everything))
  const [removing, setRemoving] = useState<Item>()
  return (
    <>
      <Paged list={list} empty={<NothingOnSale />}>
        {rows => (
          <Table
            caption="Items on sale"
            columns={columnsOf(setRemoving)}
            rows={rows}
            keyOf={row => row._id}
          />
        )}
      </Paged>
      <RemoveItem item={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

const NothingOnSale = () => (
  <EmptyState title="There is nothing on sale.">
    <Link to={paths.addItem} className="btn btn-primary">
      Add a Item
    </Link>
  </EmptyState>
)

const columnsOf = (onRemove: (item: Item) => void): Column<Item>[] => [
  { head: 'SN', cell: (_, index) => <span className="tabular-nums">{index + 1}</span> },
  {
    head: 'Image',
    cell: ({ photoUrl }) => <Picture src={photoUrl} alt="" sizes="96px" className="row-picture" />,
  },
  {
    head: 'Product',
    cell: ({ _id, name }) => (
      <Link to={paths.item(_id)} id={`item-${_id}`} className="link-quiet font-display text-lg">
        {name}
      </Link>
    ),
  },
  {
    head: 'Remove Product',
    cell: item => (
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
