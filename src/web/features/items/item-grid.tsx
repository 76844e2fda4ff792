import { Fragment, type ReactNode } from 'react'
import type { Item } from '#contract/items.ts'
import { ItemCard } from './item-card.tsx'

/** Two rows on a wide screen. */
const block = 6

interface ItemGridProps {
  items: readonly Item[]
  heading: 'h2' | 'h3'
  /** How many of the first pictures load eagerly. */
  eager?: number
  /** Shown after each block of cards that others follow. */
  between?: ((block: number) => ReactNode) | undefined
}

export function ItemGrid({ items, heading, eager = 0, between }: ItemGridProps) {
  return (
    <ul className="item-grid">
      {items.map((item, index) => (
        <Fragment key={item._id}>
          {index > 0 && index % block === 0 && between?.(index / block - 1)}
          <li className="contents">
            <ItemCard item={item} heading={heading} eager={index < eager} />
          </li>
        </Fragment>
      ))}
    </ul>
  )
}
