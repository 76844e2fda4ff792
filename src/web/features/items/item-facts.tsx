import type { Item } from '#contract/items.ts'
import { formatDollars } from '#domain/money.ts'
import { Picture } from '../../ui/picture.tsx'

export function ItemFacts({ item }: { item: Item }) {
  return (
    <div>
      <Picture src={item.photoUrl} alt={item.name} sizes="(min-width: 1024px) 600px, 100vw" load="first" />
      <h1 className="mt-8 font-display text-3xl leading-tight sm:text-4xl">{item.name}</h1>
      <p className="mt-3 text-2xl tabular-nums">{formatDollars(item.price)}</p>
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
