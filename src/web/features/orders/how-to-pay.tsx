import { useRouteLoaderData } from 'react-router'
import type { PublicShop } from '#contract/public-shop.ts'
import { useContent } from '../../api/content.ts'

const useTakesCards = (): boolean =>
  useRouteLoaderData<Pick<PublicShop, 'takesCards'>>('root')?.takesCards !== false

/** What links to the payment page say. Without cards, that page only tells how to pay. */
export const usePayWords = () =>
  useTakesCards()
    ? ({ now: 'Pay now', one: 'Pay', several: 'Pay' } as const)
    : ({ now: 'How to pay', one: 'How to pay', several: 'How to pay for' } as const)

/** How customers pay in a shop that takes no cards; undefined if it takes them. */
export function useHowToPay(): string | undefined {
  const takesCards = useTakesCards()
  const { transfer, contact } = useContent()
  if (takesCards) return undefined
  if (transfer) return 'You pay by bank transfer.'
  return `This shop takes no payments online. ${contact || 'The shop tells you how to pay.'}`
}

/** Before and after ordering, so that nobody looks for card fields. */
export function HowToPay() {
  const sentence = useHowToPay()
  return sentence && <p className="whitespace-pre-line wrap-anywhere">{sentence}</p>
}
