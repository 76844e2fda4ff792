import { useState } from 'react'
import { Link, useViewTransitionState } from 'react-router'
import type { Item } from '#contract/items.ts'
import { formatAmount } from '#domain/money.ts'
import { shelfState } from '#domain/stock.ts'
import { inThousands } from '#domain/thousands.ts'
import { paths } from '../../paths.ts'
import { useMotion } from '../../ui/motion.ts'
import { Picture } from '../../ui/picture.tsx'
import { Rating } from '../../ui/rating.tsx'
import { FewLeft } from './few-left.tsx'
import './item-card.css'

interface ItemCardProps {
  item: Item
  /** One level below the heading above the card. */
  heading: 'h2' | 'h3'
  /** The first pictures of a page load eagerly. */
  eager?: boolean
}

const sizes = '(min-width: 1024px) 380px, (min-width: 640px) 50vw, 100vw'

export function ItemCard({ item, heading: Heading, eager = false }: ItemCardProps) {
  const to = paths.item(item._id)
  const link = { to, prefetch: 'intent', viewTransition: useMotion() } as const
  const state = shelfState(item)
  // Loaded for those who point at the card.
  const [isPointedAt, setPointedAt] = useState(false)
  return (
    <article
      className="item-card"
      data-shelf={state}
      onPointerEnter={({ pointerType }) => setPointedAt(pointerType === 'mouse')}
    >
      {/* Picture and title are one link: the title's, which covers both. */}
      <div className="relative">
        <Picture
          src={item.photoUrl}
          alt=""
          sizes={sizes}
          load={eager ? 'first' : 'lazy'}
          className={useViewTransitionState(to) ? 'moving-picture' : ''}
        />
        {isPointedAt && item.secondPicture && (
          <Picture src={item.secondPicture} alt="" sizes={sizes} load="soon" className="second-view" />
        )}
        {state === 'sold_out' && <p className="badge-quiet sold-out">Sold out</p>}
        <div className="mt-5 flex items-baseline justify-between gap-4">
          <Heading className="font-display text-xl leading-snug">
            <Link {...link} className="over-card">
              {item.name}
            </Link>
          </Heading>
          <p className="text-lg tabular-nums">{formatAmount(item.price)}</p>
        </div>
      </div>
      <Rating {...item} />
      <div className="mt-2 grow">
        <p className="line-clamp-2 min-h-[2lh] text-soft">{item.description}</p>
      </div>
      <p className="mt-2 flex flex-wrap gap-4 text-sm text-soft">
        <span>Available Quantity: {inThousands(item.availableQuantity)}</span>
        {item.mustQuantity > 1 && <span>from {inThousands(item.mustQuantity)}</span>}
      </p>
      <FewLeft item={item} />
      <Link {...link} className="btn btn-quiet mt-5">
        ORDER NOW: {item.name}
      </Link>
    </article>
  )
}
