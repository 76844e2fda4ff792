import type { DetailedItem, Item } from './items.ts'
import type { Review } from './reviews.ts'

/** An item as its page shows it to everyone. Without the exact stock: the page is the same after most orders. */
export interface Offer extends Omit<DetailedItem, 'availableQuantity' | 'mustQuantity'> {
  isInStock: boolean
}

/** What a page may show to everyone: the server gives it to the pages that it renders. */
export interface PublicShop {
  /** The shop's public address, when it has one. */
  origin: string | undefined
  /** Whether what is ordered can be paid; otherwise there is nothing but to look around. */
  takesOrders: boolean
  item(id: string): Promise<Offer | undefined>
  items(limit: number): Promise<Item[]>
  reviews(limit: number): Promise<Review[]>
}
