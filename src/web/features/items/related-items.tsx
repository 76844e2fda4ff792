import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { DetailedItem, Item } from '#contract/items.ts'
import { formatAmount } from '#domain/money.ts'
import { call } from '../../api/call.ts'
import { itemsKey } from '../../api/query-keys.ts'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'
import './catalogue.css'

const most = 3

type ItemOfFamily = Pick<DetailedItem, '_id' | 'family'>

/** Items of the same family, then the newest ones; never the item itself. */
const relatedItems = ({ _id, family }: ItemOfFamily) =>
  queryOptions({
    queryKey: [...itemsKey, 'related', _id, family],
    queryFn: async ({ signal }) => {
      const others = (items: readonly Item[], known: readonly Item[]) =>
        items.filter(item => item._id !== _id && known.every(one => one._id !== item._id))
      const list = (query: { limit: number; family?: string }) => call('GET /items', { query, signal })
      const related = family ? others(await list({ limit: most + 1, family }), []) : []
      if (related.length >= most) return related.slice(0, most)
      const newest = others(await list({ limit: 2 * most }), related)
      return [...related, ...newest].slice(0, most)
    },
    // Without them the page is complete.
    retry: false,
  })

export default function RelatedItems({ item }: { item: ItemOfFamily }) {
  const { data = [] } = useQuery(relatedItems(item))
  if (data.length === 0) return null
  return (
    <section className="mt-16" aria-labelledby="goes-with">
      <h2 id="goes-with" className="mb-6 font-display text-2xl">
        Goes with it
      </h2>
      <ul className="related-items">
        {data.map(one => (
          <li key={one._id} className="relative">
            <Picture src={one.photoUrl} alt="" sizes="(min-width: 1024px) 380px, 33vw" />
            <Link to={paths.item(one._id)} className="over-card mt-3 block" prefetch="intent">
              {one.name}, {formatAmount(one.price)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
