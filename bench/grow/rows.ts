import type { Insertable } from 'kysely'
import { currency } from '#domain/payment.ts'
import { fold } from '#domain/search.ts'
import type { Tables } from '../../src/server/db/schema/tables.ts'
import { openingOf } from '../../src/server/store/opening-stock.ts'
import { Random } from '../../torture/random.ts'
import { day, idAt, momentOf, orderStates, type Plan } from './plan.ts'
import { itemDescription, itemName, opinion, personName } from './words.ts'

type Rows<T extends keyof Tables> = Generator<Insertable<Tables[T]>>

const kind = { user: 1, item: 2, order: 3, payment: 4, review: 5, refund: 6 }

const pictures = ['oak-desk-tray', 'stoneware-mug', 'dome-desk-lamp', 'linen-notebook', 'enamel-kettle']

export const userId = (plan: Plan, index: number): string =>
  idAt(plan, kind.user, momentOf(plan, index, plan.size.users), index)

export const itemId = (plan: Plan, index: number): string =>
  idAt(plan, kind.item, momentOf(plan, index, plan.size.items), index)

const orderMoment = (plan: Plan, index: number): number => momentOf(plan, index, plan.size.orders)

export const orderId = (plan: Plan, index: number): string =>
  idAt(plan, kind.order, orderMoment(plan, index), index)

const intentId = (plan: Plan, index: number): string => `pi_grown_${plan.mark.toString(36)}_${index}`

const emailOf = (plan: Plan, index: number): string =>
  `customer-${plan.mark.toString(36)}-${index}@example.com`

export function* users(plan: Plan): Rows<'users'> {
  const random = new Random(plan.seed + 1)
  for (let i = 0; i < plan.size.users; i++) {
    const created_at = momentOf(plan, i, plan.size.users)
    yield {
      id: userId(plan, i),
      email: emailOf(plan, i),
      display_name: personName(random),
      email_verified_at: random.chance(0.5) ? created_at : null,
      created_at,
    }
  }
}

export function* profiles(plan: Plan): Rows<'profiles'> {
  const random = new Random(plan.seed + 2)
  for (let i = 0; i < plan.size.users; i += 2) {
    yield {
      user_id: userId(plan, i),
      name: personName(random),
      address: `${random.between(1, 200)} Mill Lane`,
      education: 'School of life',
      linkedin: `https://www.linkedin.com/in/customer-${i}`,
      mobile_number: `555 ${random.between(1000, 9999)}`,
      updated_at: momentOf(plan, i, plan.size.users),
    }
  }
}

/** Sessions of the last month, of one user in five. */
export function* sessions(plan: Plan): Rows<'sessions'> {
  for (let i = 0; i < plan.size.users; i += 5) {
    const created_at = plan.now - (i % 29) * day
    const token_hash = `grown-${plan.mark.toString(36)}-${i}`
    yield { token_hash, user_id: userId(plan, i), created_at, expires_at: created_at + 30 * day }
  }
}

function namesOf(plan: Plan) {
  const random = new Random(plan.seed + 3)
  return (index: number) => ({ name: itemName(random, index + 1), description: itemDescription(random) })
}

export function* items(plan: Plan): Rows<'items'> {
  const random = new Random(plan.seed + 4)
  const named = namesOf(plan)
  for (let i = 0; i < plan.size.items; i++) {
    const free = random.between(20, 900)
    const { name, description } = named(i)
    yield {
      id: itemId(plan, i),
      name,
      description,
      price_cents: plan.prices[i] ?? 100,
      photo_url: `/pictures/${random.pick(pictures)}-960.webp`,
      must_quantity: 1,
      stocked_quantity: free + (plan.taken[i] ?? 0),
      available_quantity: free,
      created_at: momentOf(plan, i, plan.size.items),
      removed_at: null,
      version: 1,
      hidden_at: null,
      words_due: 1,
    }
  }
}

/** What the items above began with. */
export function* stockChanges(plan: Plan): Rows<'stock_changes'> {
  for (const item of items(plan)) yield openingOf(item)
}

const isPaid = (plan: Plan, index: number): boolean => orderStates[plan.states[index] ?? 0] === 'paid'

const sentMoment = (plan: Plan, index: number): number => orderMoment(plan, index) + day

/** What was paid more than a day ago is sent. */
const isSent = (plan: Plan, index: number): boolean =>
  isPaid(plan, index) && sentMoment(plan, index) < plan.now

const refundMoment = (plan: Plan, index: number): number => sentMoment(plan, index) + day

/** Of a hundred orders that were sent, one comes back. */
const isRefunded = (plan: Plan, index: number): boolean =>
  index % 100 === 0 && isPaid(plan, index) && refundMoment(plan, index) < plan.now

/** All that the books ask for: who has sent what. */
export function* orderEvents(plan: Plan): Rows<'order_events'> {
  for (let i = 0; i < plan.size.orders; i++) {
    if (!isSent(plan, i)) continue
    yield { order_id: orderId(plan, i), n: 1, at: sentMoment(plan, i), what: 'sent', who: 'shop' }
  }
}

export function* refunds(plan: Plan): Rows<'refunds'> {
  for (let i = 0; i < plan.size.orders; i++) {
    if (!isRefunded(plan, i)) continue
    const at = refundMoment(plan, i)
    yield {
      id: idAt(plan, kind.refund, at, i),
      order_id: orderId(plan, i),
      intent_id: intentId(plan, i),
      amount_cents: (plan.prices[plan.bought[i] ?? 0] ?? 100) * (plan.quantities[i] ?? 1),
      reason: 'by_provider',
      attempt: 1,
      provider_id: `re_${intentId(plan, i)}`,
      created_at: at,
      next_look_at: at,
      succeeded_at: at,
    }
  }
}

/** Their numbers follow the last one that was given out. */
export function* orders(plan: Plan, last: number): Rows<'orders'> {
  const named = namesOf(plan)
  const names = Array.from({ length: plan.size.items }, (_, i) => named(i).name)
  const random = new Random(plan.seed + 5)
  for (let i = 0; i < plan.size.orders; i++) {
    const [buyer, item, quantity] = [plan.buyers[i] ?? 0, plan.bought[i] ?? 0, plan.quantities[i] ?? 1]
    const state = orderStates[plan.states[i] ?? 0]
    const price = plan.prices[item] ?? 100
    const created_at = orderMoment(plan, i)
    const paid = isPaid(plan, i)
    const owner_name = personName(random)
    yield {
      id: orderId(plan, i),
      number: last + 1 + i,
      user_id: userId(plan, buyer),
      item_id: itemId(plan, item),
      item_name: names[item] ?? '',
      owner_name,
      search_text: fold(`${owner_name} ${emailOf(plan, buyer)} ${names[item] ?? ''}`),
      email: emailOf(plan, buyer),
      mobile_number: `555 ${1000 + (buyer % 9000)}`,
      address: `${1 + (buyer % 200)} Mill Lane`,
      quantity,
      unit_price_cents: price,
      total_cents: price * quantity,
      idempotency_key: `grown-${plan.mark.toString(36)}-${i}`,
      transaction_id: paid ? intentId(plan, i) : null,
      created_at,
      held_until: state === 'held' ? plan.now + day : created_at + day,
      released_at: state === 'lapsed' ? created_at + day : null,
      removed_at: state === 'removed' ? created_at + 60_000 : null,
      paid_at: paid ? created_at + 90_000 : null,
      sent_at: isSent(plan, i) ? sentMoment(plan, i) : null,
      renewed_ms: 0,
      refunded_cents: isRefunded(plan, i) ? price * quantity : 0,
      refunded_at: isRefunded(plan, i) ? refundMoment(plan, i) : null,
    }
  }
}

/** The payment of an order that is paid. */
function paymentOf(plan: Plan, i: number) {
  const created_at = orderMoment(plan, i) + 30_000
  const cents = (plan.prices[plan.bought[i] ?? 0] ?? 100) * (plan.quantities[i] ?? 1)
  return { id: idAt(plan, kind.payment, created_at, i), created_at, paid_at: created_at + 60_000, cents }
}

export function* payments(plan: Plan): Rows<'payments'> {
  for (let i = 0; i < plan.size.orders; i++) {
    if (!isPaid(plan, i)) continue
    const { id, created_at, paid_at, cents } = paymentOf(plan, i)
    yield {
      id,
      amount_cents: cents,
      currency,
      intent_id: intentId(plan, i),
      created_at,
      checked_at: paid_at,
      succeeded_at: paid_at,
      received_cents: cents,
      declines: 0,
    }
  }
}

export function* paymentOrders(plan: Plan): Rows<'payment_orders'> {
  for (let i = 0; i < plan.size.orders; i++) {
    if (!isPaid(plan, i)) continue
    const { id, paid_at, cents } = paymentOf(plan, i)
    yield { payment_id: id, order_id: orderId(plan, i), amount_cents: cents, ended_at: paid_at }
  }
}

export function* reviews(plan: Plan): Rows<'reviews'> {
  const random = new Random(plan.seed + 6)
  for (let i = 0; i < plan.size.reviews; i++) {
    const created_at = momentOf(plan, i, plan.size.reviews)
    yield {
      id: idAt(plan, kind.review, created_at, i),
      user_id: userId(plan, random.between(0, plan.size.users - 1)),
      name: personName(random),
      comment: opinion(random),
      star_rating: random.between(3, 5),
      created_at,
    }
  }
}
