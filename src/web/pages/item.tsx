import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import type { Order } from '#contract/orders.ts'
import type { Offer } from '#contract/public-shop.ts'
import { closedSentence } from '#domain/closed.ts'
import { isInStock, offerOf } from '#domain/stock.ts'
import { isGone } from '../api/problem-error.ts'
import { shopContext } from '../api/public-shop.ts'
import { queryClient } from '../api/query-client.ts'
import { readToken } from '../api/token.ts'
import { GoesWith } from '../features/items/goes-with.tsx'
import { ItemSkeleton } from '../features/items/item-skeleton.tsx'
import { ItemView } from '../features/items/item-view.tsx'
import { productOf } from '../features/items/product.ts'
import { oneItem } from '../features/items/queries.ts'
import { SoldOut } from '../features/items/stock-alert.tsx'
import { PlacedOrder } from '../features/orders/placed-order.tsx'
import { ItemReviews } from '../features/reviews/item-reviews.tsx'
import type { Handle } from '../features/session/guard-fallback.tsx'
import { useUser } from '../features/session/use-user.ts'
import { useClosed } from '../features/site/use-closed.ts'
import { paths } from '../paths.ts'
import { lazyComponent } from '../ui/lazy-component.ts'
import { describe } from '../ui/meta.ts'
import { Loading } from '../ui/spinner.tsx'
import { EmptyState, QueryError } from '../ui/states.tsx'
import type { Route } from './+types/item.ts'

const loadOrderForm = () => import('../features/orders/order-form.tsx')

/** Loaded only for signed-in users, because it brings the contract's shapes. */
const OrderForm = lazyComponent(loadOrderForm, 'The order form')

/** The public part of the item; signed-in users fetch it again with its stock. */
export const loader = async ({ context, params }: Route.LoaderArgs) => ({
  item: await context.get(shopContext).item(params.id),
})

/** Awaited for the page's title. If it fails, the page tries again itself. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  if (!readToken()) return { item: undefined }
  const asked = queryClient().ensureQueryData({ ...oneItem(params.id), retry: false })
  return { item: await asked.then(offerOf, () => undefined) }
}

export function meta({ loaderData: { item }, ...args }: Route.MetaArgs) {
  if (!item) return describe(args, { title: 'Order an item', noindex: true })
  const { name: title, description, photoUrl: picture } = item
  return describe(args, { title, description, picture, data: absolute => productOf(item, absolute) })
}

type Loaded = Awaited<ReturnType<typeof loader>>

/** Shown before the session is known, and without JavaScript. */
export const handle: Handle<Loaded> = {
  fallback: ({ item }) =>
    item && (
      <div className="wide section">
        <ItemView item={item} />
      </div>
    ),
}

export default function ItemPage({ params: { id }, loaderData: { item } }: Route.ComponentProps) {
  return (
    <div className="wide section">
      <ItemAndOrder key={id} id={id} known={item} />
    </div>
  )
}

interface ItemAndOrderProps {
  id: string
  /** The item that the server rendered. */
  known: Offer | undefined
}

function ItemAndOrder({ id, known }: ItemAndOrderProps) {
  const user = useUser()
  // Deferred, so that slow phones stay responsive.
  const item = useDeferredValue(useQuery(oneItem(id)))
  const { revalidate } = useRevalidator()
  const [placed, setPlaced] = useState<Order>()
  const [params] = useSearchParams()
  // Loads in parallel with the item.
  useEffect(() => void loadOrderForm().catch(() => undefined), [])
  const closed = useClosed()
  if (item.isPending) return known ? <ItemView item={known} /> : <ItemSkeleton />
  // A buyer who has just ordered it can still pay.
  if (!placed && isGone(item.error)) return <NoSuchItem />
  // Retries through the loader, which also sets the title.
  if (!item.data) return <QueryError query={{ error: item.error, refetch: revalidate }} />
  return (
    <>
      <ItemView item={offerOf(item.data)} stocked={item.data}>
        {placed ? (
          <PlacedOrder order={placed} picture={item.data.photoUrl} />
        ) : (
          <>
            <h2 className="mb-4 font-display text-2xl">Your order</h2>
            {!isInStock(item.data) && <SoldOut itemId={id} />}
            {closed ? (
              <p>{closedSentence(closed)}</p>
            ) : (
              <div className={isInStock(item.data) ? '' : 'dim-form'}>
                <Suspense fallback={<Loading />}>
                  <OrderForm
                    item={item.data}
                    user={user}
                    wanted={quantityIn(params.get('quantity'))}
                    onPlaced={setPlaced}
                  />
                </Suspense>
              </div>
            )}
          </>
        )}
      </ItemView>
      <ItemReviews itemId={id} />
      <GoesWith item={item.data} />
    </>
  )
}

/** Ordering again passes a quantity; otherwise the field is empty, as the spec asks. */
const quantityIn = (text: string | null): string => (text && /^[1-9]\d{0,6}$/.test(text) ? text : '')

const NoSuchItem = () => (
  <EmptyState title="This item is no longer on sale.">
    <Link to={paths.items} className="btn btn-primary">
      See our items
    </Link>
  </EmptyState>
)
