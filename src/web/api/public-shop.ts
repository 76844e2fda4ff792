import { createContext, RouterContextProvider } from 'react-router'
import type { PublicShop } from '#contract/public-shop.ts'
import { scriptMark } from './script-nonce.ts'

export const shopContext = createContext<PublicShop>()

export function provideShop(shop: PublicShop, mark: string): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(scriptMark, mark)
  return context
}
