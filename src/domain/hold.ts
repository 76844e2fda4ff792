import { Refusal } from './refusal.ts'

const minute = 60_000

/** Whoever opens the payment of an order keeps its stock at least this long: for the card, and for the bank's questions. */
export const payingMs = 30 * minute

/**
 * All that opening payments may add to the first hold of an order, new holds after a lapse included. Two whole tries
 * for an honest payer; without a total one account could keep stock for ever and never pay.
 */
export const maxRenewalMs = 2 * payingMs

/** With less than this left nobody starts to type a card. */
const leastMs = 5 * minute

export interface Hold {
  /** When the stock is free again, or was. */
  heldUntil: number
  /** What opening payments has added so far. */
  renewedMs: number
}

/** The hold of an order whose payment is opened now. A hold that is over and cannot be renewed any more is refused. */
export function renewedHold({ heldUntil, renewedMs }: Hold, now: number): Hold {
  const from = Math.max(heldUntil, now)
  const wanted = Math.max(0, now + payingMs - from)
  const added = Math.min(wanted, maxRenewalMs - renewedMs)
  if (heldUntil <= now && added < leastMs) {
    throw new Refusal(
      'order_lapsed',
      'This order has waited for its payment too long, so its stock is free for others again. Please remove it and order anew.',
    )
  }
  return { heldUntil: from + added, renewedMs: renewedMs + added }
}

export interface Share {
  /** What the account holds of the item unpaid, without this order. */
  held: number
  /** What is free, this order's own quantity included. */
  free: number
  quantity: number
  mustQuantity: number
}

/** Of so many or fewer everybody may hold all. */
const smallStock = 10

/** Whoever has neither confirmed an e-mail nor paid so far holds at most so many percent of more than that. */
const unknownPercent = 50

export interface Holder {
  /** MAX_HELD_SHARE: what any account may hold. */
  percent: number
  /** Has neither confirmed an e-mail nor ever paid. */
  isUnknown: boolean
}

const mostOf = ({ held, free, mustQuantity }: Share, percent: number): number =>
  Math.max(mustQuantity, Math.floor(((free + held) * percent) / 100))

/** Whether it matters who the account belongs to: there is much of the item, and it would hold more than half. */
const isLargeShare = (share: Share): boolean =>
  share.free + share.held > smallStock && share.held + share.quantity > mostOf(share, unknownPercent)

/** Refuses when one account would hold too much of what is to be had of an item; its minimum is always allowed. */
export function checkShare(share: Share, { percent, isUnknown }: Holder): void {
  const isBound = isUnknown && isLargeShare(share)
  const most = Math.min(
    mostOf(share, percent),
    isBound ? mostOf(share, unknownPercent) : Number.POSITIVE_INFINITY,
  )
  if (share.held + share.quantity <= most) return
  const left = Math.max(0, most - share.held)
  const now = left > 0 ? ` That leaves ${left} for this order.` : ''
  const payFirst = left > 0 ? '' : ' Please pay for what you have ordered first.'
  const way = isBound ? ' For more, please confirm your e-mail address, or pay for an order first.' : payFirst
  const detail = `You can have at most ${most} of this item unpaid at a time.${now}${way}`
  throw new Refusal('share_exceeded', detail, { facts: { left, ...(isBound && { confirm: true }) } })
}
