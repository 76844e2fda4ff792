import type { DetailedItem, Item } from './items.ts'
import type { Review } from './reviews.ts'
import type { PublicContent } from './shop-content.ts'

/** An item as its public page shows it. Omits the exact stock, so that most orders do not change the page. */
export interface Offer extends Omit<DetailedItem, 'availableQuantity' | 'mustQuantity'> {
  isInStock: boolean
}

/** Public data that the server passes to the pages that it renders. */
export interface PublicShop {
  /** The shop's public origin, if configured. */
  origin: string | undefined
  /** Whether customers can pay by card; otherwise the shop says before ordering how they pay. */
  takesCards: boolean
  /** Its days decide until when the shop is closed. */
  timeZone: string
  content(): Promise<PublicContent>
  item(id: string): Promise<Offer | undefined>
  items(limit: number): Promise<Item[]>
  reviews(limit: number): Promise<Review[]>
}
