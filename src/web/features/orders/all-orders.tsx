import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { isSendable } from '#domain/order.ts'
import { paths } from '../../paths.ts'
import { FoundCount } from '../../ui/found-count.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { useOnceTrue } from '../../ui/once-true.ts'
import { Paged } from '../../ui/paged.tsx'
import { usePanel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { OrderBar } from './all-orders-bar.tsx'
import { allOrderColumns } from './all-orders-columns.tsx'
import { orderParam, useOrderFilter } from './order-filter.ts'
import { OrderKeys } from './order-keys.tsx'
import { OrderSearchForm } from './order-search-form.tsx'
import { usePictures } from './pictures.tsx'
import { allOrders } from './queries.ts'
import { SendBar } from './send-bar.tsx'
import { useChosenOrders } from './use-chosen-orders.ts'
import { useCurrentRow } from './use-current-row.ts'
import { useNeighbors } from './use-neighbors.ts'
import './all-orders.css'

const OrderPanel = lazyComponent(() => import('./order-panel.tsx'), 'The order')

/** All orders with search and filters, the spec's columns, and a side panel for one order. */
export function AllOrders() {
  const { filter, show, isFiltered } = useOrderFilter()
  const panel = usePanel(orderParam)
  const list = useInfiniteQuery(allOrders(filter))
  const rows = list.data?.pages.flatMap(page => page.rows) ?? []
  const pictureOf = usePictures(rows)
  const { isChosen, choose, clear } = useChosenOrders()
  const sendable = rows.filter(isSendable)
  const isPanelLoaded = useOnceTrue(panel.opened !== undefined)
  useCurrentRow(panel.opened)
  const neighbors = useNeighbors(rows, panel.opened)
  const columns = allOrderColumns({ choose: (id, chosen) => choose([id], chosen), isChosen, pictureOf })
  return (
    <>
      <OrderSearchForm filter={filter} onChange={show} />
      <OrderBar
        filter={filter}
        sendable={sendable}
        isChosen={isChosen}
        onChoose={chosen =>
          choose(
            sendable.map(({ _id }) => _id),
            chosen,
          )
        }
      >
        <OrderKeys rows={rows} panel={panel} neighbors={neighbors} />
      </OrderBar>
      <div aria-busy={list.isPlaceholderData} className="found-items">
        <FoundCount list={list} noun="order" isSearch={isFiltered} />
        <Paged list={list} loading={<Skeleton />} empty={<NoOrders isFiltered={isFiltered} />}>
          {orders => (
            <Table
              caption="All orders"
              className="order-rows"
              columns={columns}
              rows={orders}
              keyOf={row => row._id}
              isCurrent={row => row._id === panel.opened}
            />
          )}
        </Paged>
      </div>
      {/* Limited to the rows on the page, so that an order that a search has removed from view is not sent. */}
      <SendBar chosen={sendable.filter(({ _id }) => isChosen(_id))} onSent={clear} />
      {isPanelLoaded && (
        <Suspense>
          <OrderPanel
            id={panel.opened}
            known={rows.find(({ _id }) => _id === panel.opened)}
            neighbors={neighbors}
            onShow={panel.show}
            onClose={panel.close}
          />
        </Suspense>
      )}
    </>
  )
}

const NoOrders = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No orders match. Try a name, email or T-number.">
      <Link to={paths.manageAllOrders} className="btn btn-primary" preventScrollReset>
        Show all orders
      </Link>
    </EmptyState>
  ) : (
    <EmptyState title="Nobody has ordered anything yet." />
  )
