import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { paths } from '../../paths.ts'
import { useOnceTrue } from '../../ui/once-true.ts'
import { Paged } from '../../ui/paged.tsx'
import { usePanel } from '../../ui/panel.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { EmptyState, PartError } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { myOrderColumns, orderParam } from './my-order-columns.tsx'
import { PayTogether } from './pay-together.tsx'
import { usePictures } from './pictures.tsx'
import { bag, myOrders } from './queries.ts'
import { RemoveOrder } from './remove-order.tsx'
import { isToPay } from './waiting.ts'
import './my-orders.css'
import { lazyComponent } from '../../ui/lazy-component.ts'

const OwnOrderPanel = lazyComponent(() => import('./own-order-panel.tsx'), 'The order')

/** The customer's orders: joint payment on top, the spec's columns, and a side panel for one order. */
export function MyOrders({ email }: { email: string }) {
  const list = useInfiniteQuery(myOrders(email))
  const waiting = useQuery(bag)
  const unpaid = waiting.data?.filter(isToPay) ?? []
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const removing = useOpened<Order>()
  const panel = usePanel(orderParam)
  const isPanelLoaded = useOnceTrue(panel.opened !== undefined)
  const pictureOf = usePictures(list.data?.pages.flatMap(page => page.rows) ?? [])

  function choose(id: string, isChosen: boolean) {
    const next = new Set(chosenIds)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosenIds(next)
  }

  const columns = myOrderColumns({
    pictureOf,
    onRemove: removing.open,
    // A single order needs no joint payment.
    choosing: unpaid.length > 1 ? { choose, isChosen: id => chosenIds.has(id) } : undefined,
  })
  // Waits for the bag, because PayTogether would push the list down when it loads.
  if (waiting.isPending && waiting.failureCount === 0) return <Loading />
  return (
    <>
      {waiting.isLoadingError && <PartError query={waiting} what="The list of unpaid orders" />}
      <PayTogether unpaid={unpaid} chosen={unpaid.filter(({ _id }) => chosenIds.has(_id))} />
      <Paged list={list} empty={<NothingOrdered />}>
        {rows => <Table caption="Your orders" columns={columns} rows={rows} keyOf={row => row._id} />}
      </Paged>
      <RemoveOrder order={removing.opened} onClose={removing.close} />
      {isPanelLoaded && (
        <Suspense>
          <OwnOrderPanel id={panel.opened} onClose={panel.close} />
        </Suspense>
      )}
    </>
  )
}

const NothingOrdered = () => (
  <EmptyState title="You have not ordered anything yet.">
    <Link to={paths.items} className="btn btn-primary">
      See our items
    </Link>
  </EmptyState>
)
