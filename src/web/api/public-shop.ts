import { createContext, RouterContextProvider } from 'react-router'
import type { PublicShop } from '#contract/public-shop.ts'
import { scriptNonce } from './script-nonce.ts'

export const shopContext = createContext<PublicShop>()

export function provideShop(shop: PublicShop, nonce: string): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(scriptNonce, nonce)
  return context
}
