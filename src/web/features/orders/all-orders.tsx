import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { formatDollars } from '#domain/money.ts'
import { isSendable } from '#domain/order.ts'
import { paths } from '../../paths.ts'
import { Email } from '../../ui/email.tsx'
import { FoundCount } from '../../ui/found-count.tsx'
import { Paged } from '../../ui/paged.tsx'
import { PanelLink, usePanel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { ExportOrders } from './export-orders.tsx'
import { orderParam, useOrderFilter } from './order-filter.ts'
import { PaymentState, StateChip } from './order-line.tsx'
import { OrderPanel } from './order-panel.tsx'
import { OrderSearchForm } from './order-search-form.tsx'
import { allOrders } from './queries.ts'
import { RefundLines } from './refund-lines.tsx'
import { SendBar } from './send-bar.tsx'
import './all-orders.css'

/** All orders with search and filters, the spec's columns, and a side panel for one order. */
export function AllOrders() {
  const { filter, show, isFiltered } = useOrderFilter()
  const panel = usePanel(orderParam)
  const list = useInfiniteQuery(allOrders(filter))
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosenIds)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosenIds(next)
  }
  const rows = list.data?.pages.flatMap(page => page.rows) ?? []
  // Limited to the rows on the page, so that an order that a search has removed from view is not sent.
  const chosen = rows.filter(order => chosenIds.has(order._id) && isSendable(order))
  const columns = columnsOf({ choose, isChosen: id => chosenIds.has(id) })
  return (
    <>
      <OrderSearchForm filter={filter} onChange={show} />
      <ExportOrders filter={filter} />
      <SendBar chosen={chosen} onSent={() => setChosenIds(new Set())} />
      <div aria-busy={list.isPlaceholderData} className="found-items">
        <FoundCount list={list} noun="order" isSearch={isFiltered} />
        <Paged list={list} loading={<Skeleton />} empty={<NoOrders isFiltered={isFiltered} />}>
          {orders => <Table caption="All orders" columns={columns} rows={orders} keyOf={row => row._id} />}
        </Paged>
      </div>
      <OrderPanel id={panel.opened} onClose={panel.close} />
    </>
  )
}

const NoOrders = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No order is like that.">
      <Link to={paths.manageAllOrders} className="btn btn-primary" preventScrollReset>
        Show all orders
      </Link>
    </EmptyState>
  ) : (
    <EmptyState title="Nobody has ordered anything yet." />
  )

interface RowActions {
  choose: (id: string, isChosen: boolean) => void
  isChosen: (id: string) => boolean
}

const columnsOf = (actions: RowActions): Column<Order>[] => [
  { head: 'SN', cell: (order, index) => <RowNumber order={order} sn={index + 1} {...actions} /> },
  { head: 'Owner Email', cell: ({ email }) => <Email email={email} /> },
  { head: 'Order Product', cell: order => <Product order={order} /> },
  { head: 'Quantity', cell: ({ quantity }) => quantity, isFigure: true },
  { head: 'Total Price', cell: ({ totalPrice }) => formatDollars(totalPrice), isFigure: true },
  {
    head: 'Payment',
    cell: order => (
      <span className="flex flex-wrap items-center gap-2">
        <PaymentState order={order} />
        <RefundLines order={order} />
      </span>
    ),
  },
]

/** Orders that can be sent have a checkbox. */
function RowNumber({ order, sn, choose, isChosen }: RowActions & { order: Order; sn: number }) {
  if (!isSendable(order)) return sn
  return (
    <label className="chooser">
      <input
        type="checkbox"
        aria-label={`Choose ${order.number} to send it`}
        checked={isChosen(order._id)}
        onChange={event => choose(order._id, event.target.checked)}
      />
      {sn}
    </label>
  )
}

const Product = ({ order }: { order: Order }) => (
  <>
    {order.itemName}
    <span className="order-line">
      <span>{order.number}</span>
      <StateChip order={order} />
      <PanelLink name={orderParam} value={order._id} className="details-button">
        Details<span className="sr-only"> of {order.number}</span>
      </PanelLink>
    </span>
  </>
)
