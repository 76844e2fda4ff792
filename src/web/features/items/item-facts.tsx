import type { Item } from '#contract/items.ts'
import type { Offer } from '#contract/public-shop.ts'
import { formatAmount, minorOf } from '#domain/money.ts'
import { inThousands } from '#domain/thousands.ts'
import { useContent } from '../../api/content.ts'
import { IncludedTax } from '../../ui/included-tax.tsx'
import { PlusDelivery } from '../../ui/plus-delivery.tsx'
import { Rating } from '../../ui/rating.tsx'
import { FewLeft } from './few-left.tsx'

interface ItemHeadProps {
  item: Offer
  /** The item with its stock, once that is loaded. */
  stocked: Item | undefined
}

/** Appears beside the pictures, above the order form. */
export function ItemHead({ item, stocked }: ItemHeadProps) {
  const content = useContent()
  return (
    <div>
      <h1 className="font-display text-3xl leading-tight sm:text-4xl">{item.name}</h1>
      <p className="mt-3 flex flex-wrap items-center gap-3 text-2xl tabular-nums">
        <span>{formatAmount(item.price)}</span>
        {stocked && !item.isInStock && (
          <a href="#sold-out" className="badge-quiet" data-tone="bad">
            Sold out
          </a>
        )}
      </p>
      <IncludedTax of={content} tax={item.tax} />
      <PlusDelivery of={content} goods={minorOf(item.price) ?? 0} />
      <Rating {...item} />
      {stocked && <FewLeft item={stocked} />}
      <dl className="facts mt-5">
        <div>
          <dt>Available Quantity:</dt>
          <dd>{stocked ? inThousands(stocked.availableQuantity) : '…'}</dd>
        </div>
        <div>
          <dt>Must take Quantity:</dt>
          <dd>{stocked ? inThousands(stocked.mustQuantity) : '…'}</dd>
        </div>
      </dl>
    </div>
  )
}

/** The description, and the optional details that are filled in. */
export function ItemAbout({ item: { description, materials, size, care } }: { item: Offer }) {
  const rows = Object.entries({ Materials: materials, Size: size, Care: care }).filter(([, value]) => value)
  return (
    <div>
      <p className="max-w-reading whitespace-pre-line text-soft">{description}</p>
      {rows.length > 0 && (
        <dl className="item-table max-w-reading">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
