import { useRouteLoaderData } from 'react-router'
import type { PublicShop } from '#contract/public-shop.ts'
import { useContent } from '../../api/content.ts'

/** How customers pay in a shop that takes no cards; undefined if it takes them. */
export function useHowToPay(): string | undefined {
  const shop = useRouteLoaderData<Pick<PublicShop, 'takesCards'>>('root')
  const { transfer, contact } = useContent()
  if (shop?.takesCards !== false) return undefined
  if (transfer) return 'You pay by bank transfer.'
  return `This shop takes no payments online. ${contact || 'The shop tells you how to pay.'}`
}

/** Before ordering, so that nobody looks for card fields later. */
export function HowToPay() {
  const sentence = useHowToPay()
  return sentence && <p className="whitespace-pre-line wrap-anywhere">{sentence}</p>
}
