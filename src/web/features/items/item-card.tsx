import { Link } from 'react-router'
import type { Item } from '#contract/items.ts'
import { formatDollars } from '#domain/money.ts'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'

interface ItemCardProps {
  item: Item
  /** The level below the heading that the card stands under. */
  heading: 'h2' | 'h3'
  /** Among the first on the page, so its picture should not wait. */
  eager?: boolean
}

const sizes = '(min-width: 1024px) 380px, (min-width: 640px) 50vw, 100vw'

export function ItemCard({ item, heading: Heading, eager = false }: ItemCardProps) {
  return (
    <article className="item-card">
      <Picture src={item.photoUrl} alt="" sizes={sizes} load={eager ? 'first' : 'lazy'} />
      <div className="mt-5 flex items-baseline justify-between gap-4">
        <Heading className="font-display text-xl leading-snug">{item.name}</Heading>
        <p className="text-lg tabular-nums">{formatDollars(item.price)}</p>
      </div>
      <p className="mt-2 line-clamp-2 min-h-[2lh] text-soft">{item.description}</p>
      <p className="mt-2 text-sm text-soft">Available Quantity: {item.availableQuantity}</p>
      <Link to={paths.item(item._id)} className="btn btn-quiet mt-5" prefetch="intent">
        ORDER NOW: {item.name}
      </Link>
    </article>
  )
}
