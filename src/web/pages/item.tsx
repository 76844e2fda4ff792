import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, type MetaArgs, useParams } from 'react-router'
import type { Me } from '#contract/identity.ts'
import type { Item } from '#contract/items.ts'
import { hasCode, sentenceOf } from '../api/problem-error.ts'
import { shopContext } from '../api/public-shop.ts'
import { OrderForm } from '../features/bookings/order-form.tsx'
import { ItemFacts } from '../features/items/item-facts.tsx'
import { productOf } from '../features/items/product.ts'
import { oneItem } from '../features/items/queries.ts'
import { SignedIn } from '../features/session/signed-in.tsx'
import { paths } from '../paths.ts'
import { describe, shopName } from '../ui/meta.ts'
import { Loading } from '../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'

interface ItemData {
  item?: Item | undefined
}

/** Only what search engines and shared links show comes from here; the page itself asks for the item anew. */
export const loader = async ({ context, params }: LoaderFunctionArgs): Promise<ItemData> => ({
  item: await context.get(shopContext).item(params.id ?? ''),
})

export const clientLoader = (): ItemData => ({})

export function meta({ loaderData, ...args }: MetaArgs<typeof loader>) {
  const item = loaderData?.item
  if (!item) return describe(args, { title: 'Order an item', own: true })
  const { name: title, description, photoUrl: picture } = item
  return describe(args, { title, description, picture, data: absolute => productOf(item, absolute) })
}

export default function ItemPage() {
  const { id = '' } = useParams()
  return (
    <div className="wide section">
      <SignedIn>{user => <ItemAndOrder key={id} id={id} user={user} />}</SignedIn>
    </div>
  )
}

function ItemAndOrder({ id, user }: { id: string; user: Me }) {
  const item = useQuery(oneItem(id))
  const [placed, setPlaced] = useState(false)
  const name = item.data?.name
  useEffect(() => {
    if (name) document.title = `${name} · ${shopName}`
  }, [name])
  if (item.isPending) return <Loading />
  if (isGone(item.error)) return <NoSuchItem />
  if (!item.data) return <ErrorState message={sentenceOf(item.error)} onRetry={() => void item.refetch()} />
  return (
    <div className="item-page">
      <ItemFacts item={item.data} />
      <section className="panel self-start" aria-labelledby="order">
        <h2 id="order" className="mb-6 font-display text-2xl">
          Your order
        </h2>
        <OrderForm item={item.data} user={user} onPlaced={() => setPlaced(true)} />
        {placed && (
          <p className="mt-4">
            Your order is in <Link to={paths.myOrder}>My Orders</Link>.
          </p>
        )}
      </section>
    </div>
  )
}

/** An address that was never an item's answers `bad_input`: for the visitor both are simply not there. */
const isGone = (error: unknown): boolean => hasCode(error, 'not_found', 'bad_input')

const NoSuchItem = () => (
  <EmptyState title="This item is not on sale any more.">
    <Link to={paths.items} className="btn btn-primary">
      See our items
    </Link>
  </EmptyState>
)
