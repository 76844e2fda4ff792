import { createContext, RouterContextProvider } from 'react-router'
import type { Item } from '#contract/items.ts'
import type { Review } from '#contract/reviews.ts'
import { scriptMark } from './script-mark.ts'

/** What the server gives a page before it reaches the browser: only what every visitor may see. */
export interface PublicShop {
  /** The shop's public address, when it has one. */
  origin: string | undefined
  item(id: string): Promise<Item | undefined>
  items(limit: number): Promise<Item[]>
  reviews(limit: number): Promise<Review[]>
}

export const shopContext = createContext<PublicShop>()

export function provideShop(shop: PublicShop, mark: string): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(scriptMark, mark)
  return context
}
