import type { DetailedItem, Item } from '#contract/items.ts'
import { formatDollars } from '#domain/money.ts'
import { Rating } from '../../ui/rating.tsx'
import { FewLeft } from './few-left.tsx'

/** What stands beside the pictures of an item, above its order form. */
export const ItemHead = ({ item }: { item: Item }) => (
  <div>
    <h1 className="font-display text-3xl leading-tight sm:text-4xl">{item.name}</h1>
    <p className="mt-3 text-2xl tabular-nums">{formatDollars(item.price)}</p>
    <Rating {...item} />
    <FewLeft item={item} />
    <dl className="facts mt-5">
      <div>
        <dt>Available Quantity:</dt>
        <dd>{item.availableQuantity}</dd>
      </div>
      <div>
        <dt>Must take Quantity:</dt>
        <dd>{item.mustQuantity}</dd>
      </div>
    </dl>
  </div>
)

/** Its description, and what it is made of, as far as that is told. */
export function ItemAbout({ item: { description, materials, size, care } }: { item: DetailedItem }) {
  const rows = Object.entries({ Materials: materials, Size: size, Care: care }).filter(([, told]) => told)
  return (
    <div>
      <p className="max-w-prose whitespace-pre-line text-soft">{description}</p>
      {rows.length > 0 && (
        <dl className="item-table max-w-prose">
          {rows.map(([name, told]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="wrap-anywhere">{told}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
