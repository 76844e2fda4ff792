import type { Item } from '#contract/items.ts'
import { ItemCard } from './item-card.tsx'

interface ItemGridProps {
  items: readonly Item[]
  heading: 'h2' | 'h3'
  /** How many of the first pictures load eagerly. */
  eager?: number
}

export function ItemGrid({ items, heading, eager = 0 }: ItemGridProps) {
  return (
    <ul className="item-grid">
      {items.map((item, index) => (
        <li key={item._id} className="contents">
          <ItemCard item={item} heading={heading} eager={index < eager} />
        </li>
      ))}
    </ul>
  )
}
