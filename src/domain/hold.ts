import { dayMs } from './day.ts'
import { Refusal } from './refusal.ts'

const minute = 60_000

/** Opening a payment holds the stock at least this long: time to enter the card and pass the bank's checks. */
export const payingMs = 30 * minute

/**
 * How much opening payments can extend an order's first hold in total, including new holds after a lapse. Enough for two
 * full attempts; without a limit one account could hold stock forever and never pay.
 */
export const maxRenewalMs = 2 * payingMs

/** Whether a card payment has been open for too long. The stock of an order that waits for a transfer is held for days. */
export const isPayingOver = (
  { heldUntil, transferUntil }: { heldUntil: number; transferUntil: number | null },
  openedAt: number,
  now: number,
): boolean => heldUntil <= now || (transferUntil !== null && openedAt + maxRenewalMs <= now)

/** Too short to enter a card. */
const minUsefulMs = 5 * minute

export interface Hold {
  /** When the stock is released; may be in the past. */
  heldUntil: number
  /** How much opening payments has extended the hold so far. */
  renewedMs: number
}

/** The new hold when a payment is opened. Refuses an expired hold that cannot be extended any more. */
export function renewedHold({ heldUntil, renewedMs }: Hold, now: number): Hold {
  const from = Math.max(heldUntil, now)
  const requested = Math.max(0, now + payingMs - from)
  const added = Math.min(requested, maxRenewalMs - renewedMs)
  if (heldUntil <= now && added < minUsefulMs) {
    throw new Refusal(
      'order_lapsed',
      'This order was not paid in time, so its stock is on sale again. Remove it and order again.',
    )
  }
  return { heldUntil: from + added, renewedMs: renewedMs + added }
}

/** The new hold of a lapsed order whose payment is being settled. It uses up none of the customer's extensions. */
export const holdToSettle = (renewedMs: number, now: number): Hold => ({
  heldUntil: now + payingMs,
  renewedMs,
})

export interface Share {
  /** Unpaid units of the item that the account holds in its other orders. */
  held: number
  /** Free units, including those of this order. */
  free: number
  quantity: number
  mustQuantity: number
}

/** Any account may hold all of a stock this small. */
const smallStock = 10

/** The maximum percentage of a larger stock for accounts that have neither confirmed an email nor paid. */
const unknownPercent = 50

export interface Holder {
  /** MAX_HELD_SHARE: the maximum for every account. */
  percent: number
  /** Has neither confirmed an email nor ever paid. */
  isUnknown: boolean
}

const maxUnits = ({ held, free, mustQuantity }: Share, percent: number): number =>
  Math.max(mustQuantity, Math.floor(((free + held) * percent) / 100))

/** Whether the limit for unknown accounts applies: the stock is not small, and the order would hold more than half. */
const isLargeShare = (share: Share): boolean =>
  !isSmall(share) && share.held + share.quantity > maxUnits(share, unknownPercent)

const isSmall = ({ free, held }: Share): boolean => free + held <= smallStock

/** Until when an order waits for a transfer. It never loses a hold that it has. */
export const transferHold = (heldUntil: number, days: number, now: number): number =>
  Math.max(heldUntil, now + days * dayMs)

/** So many announced transfers may fail to come before the account has to pay for something. */
const maxMissedTransfers = 2

/** Refuses to let more stock wait for days. Without a limit an account could announce, remove and order again for ever. */
export function checkMissedTransfers(missed: number): void {
  if (missed >= maxMissedTransfers)
    throw new Refusal(
      'transfers_missed',
      'Two transfers that you announced did not reach us. You can announce another one once you have paid for an order.',
    )
}

/** A transfer takes days, so no account may hold more than half of a larger stock for it. */
export const checkTransferShare = (share: Share, percent: number): void =>
  checkShare(share, {
    percent: isSmall(share) ? percent : Math.min(percent, unknownPercent),
    isUnknown: false,
  })

/** Refuses if one account would hold too much of an item's stock. The item's minimum quantity is always allowed. */
export function checkShare(share: Share, { percent, isUnknown }: Holder): void {
  const isLimited = isUnknown && isLargeShare(share)
  const most = Math.min(
    maxUnits(share, percent),
    isLimited ? maxUnits(share, unknownPercent) : Number.POSITIVE_INFINITY,
  )
  if (share.held + share.quantity <= most) return
  const left = Math.max(0, most - share.held)
  const now = left > 0 ? ` That leaves ${left} for this order.` : ''
  const payFirst = left > 0 ? '' : ' Pay for what you have ordered first.'
  const remedy = isLimited
    ? ' To order more, confirm your email address or pay for an order first.'
    : payFirst
  const detail = `You can have at most ${most} of this item unpaid at a time.${now}${remedy}`
  throw new Refusal('share_exceeded', detail, { facts: { left, ...(isLimited && { confirm: true }) } })
}
