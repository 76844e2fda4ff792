import type { Item } from './items.ts'
import type { Review } from './reviews.ts'

/** What a page may show to everyone: the server gives it to the pages that it renders. */
export interface PublicShop {
  /** The shop's public address, when it has one. */
  origin: string | undefined
  item(id: string): Promise<Item | undefined>
  items(limit: number): Promise<Item[]>
  reviews(limit: number): Promise<Review[]>
}
