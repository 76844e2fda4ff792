import type { ReactNode } from 'react'
import type { Item } from '#contract/items.ts'
import type { Offer } from '#contract/public-shop.ts'
import { useContent } from '../../api/content.ts'
import { ShopNotes } from '../../ui/shop-notes.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { ItemAbout, ItemHead } from './item-facts.tsx'
import { ItemStage } from './item-stage.tsx'

interface ItemViewProps {
  item: Offer
  stocked?: Item | undefined
  /** The order form, once the visitor is known. */
  children?: ReactNode
}

export const ItemView = ({ item, stocked, children = <Loading /> }: ItemViewProps) => (
  <div className="item-page">
    <ItemStage item={item} />
    <div className="item-side">
      <ItemHead item={item} stocked={stocked} />
      <section className="panel item-order" aria-label="Your order">
        {children}
      </section>
    </div>
    <div>
      <ItemAbout item={item} />
      <ShopNotes of={useContent()} isFolded />
    </div>
  </div>
)
