import type { Item } from '#contract/items.ts'
import { formatDollars } from '#domain/money.ts'
import { shelfState } from '#domain/stock.ts'
import { Picture } from '../../ui/picture.tsx'
import { Rating } from '../../ui/rating.tsx'
import { FewLeft } from './few-left.tsx'

export function ItemFacts({ item }: { item: Item }) {
  return (
    <div data-shelf={shelfState(item)}>
      <Picture
        src={item.photoUrl}
        alt={item.name}
        sizes="(min-width: 1024px) 600px, 100vw"
        load="first"
        className="moving-picture"
      />
      <h1 className="mt-8 font-display text-3xl leading-tight sm:text-4xl">{item.name}</h1>
      <p className="mt-3 text-2xl tabular-nums">{formatDollars(item.price)}</p>
      <Rating {...item} />
      <FewLeft item={item} />
      <p className="mt-5 max-w-prose whitespace-pre-line text-soft">{item.description}</p>
      <dl className="facts mt-6">
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
}
