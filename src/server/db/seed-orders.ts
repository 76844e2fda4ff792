import { dayMs } from '#domain/day.ts'
import { dollarsOf, formatDollars } from '#domain/money.ts'
import { customer as byCustomer, shopItself } from '#domain/order-event.ts'
import { currency } from '#domain/payment.ts'
import { demoAccounts } from './demo.ts'
import { type Fate, type SeedSale, seedSales } from './seed-history.ts'
import type { OrderEventRow, OrderRow, PaymentRow, RefundRow } from './tables.ts'

const [second, minute, hour] = [1000, 60_000, 3_600_000]
/** The demo's past was made with the usual setting. */
const holdMs = 30 * minute
const [, admin] = demoAccounts

/** An order of the demo's past with all that belongs to it. */
export interface SeedOrder {
  order: OrderRow
  payment: PaymentRow | undefined
  refund: RefundRow | undefined
  events: OrderEventRow[]
}

/** Every order that was placed before the first start of a demo, the oldest first. */
export const seedOrders = (firstStart: number): SeedOrder[] =>
  seedSales(firstStart).map((sale, index) => orderOf(sale, 1001 + index))

/** What the card provider calls the payments of the demo's past. */
export const seedIntentId = (number: number): string => `pi_demo_${number}`

/** An id of that moment, as randomUUIDv7 would have made it; what differs tells kind and number. */
export function seedIdAt(moment: number, kind: number, number: number): string {
  const time = moment.toString(16).padStart(12, '0')
  const rest = number.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind.toString(16).padStart(3, '0')}-8000-${rest}`
}

interface Moments {
  paidAt: number | null
  sentAt: number | null
  givenBackAt: number | null
}

const isPaid = (fate: Fate): boolean => !['removed', 'lapsed', 'held'].includes(fate)

function momentsOf({ placedAt, fate, luck }: SeedSale): Moments {
  if (!isPaid(fate)) return { paidAt: null, sentAt: null, givenBackAt: null }
  const paidAt = placedAt + Math.floor((2 + 5 * luck) * minute)
  if (fate === 'waiting') return { paidAt, sentAt: null, givenBackAt: null }
  // Parcels are packed in the morning of the next day.
  const sentAt = placedAt - (placedAt % dayMs) + dayMs + Math.floor((9 + 2 * luck) * hour)
  const givenBackAt = fate === 'sent' ? null : sentAt + Math.floor((3 + 3 * luck) * dayMs)
  return { paidAt, sentAt, givenBackAt }
}

function orderOf(sale: SeedSale, number: number): SeedOrder {
  const moments = momentsOf(sale)
  const order = orderRow(sale, number, moments)
  const payment = moments.paidAt === null ? undefined : paymentRow(sale, order, moments.paidAt)
  const refund =
    payment && moments.givenBackAt !== null ? refundRow(order, payment, moments.givenBackAt) : undefined
  return { order, payment, refund, events: eventsOf(sale, order, refund) }
}

function orderRow(sale: SeedSale, number: number, { paidAt, sentAt, givenBackAt }: Moments): OrderRow {
  const { customer, item, quantity, placedAt, fate, luck } = sale
  const total = item.price_cents * quantity
  // A third of it, to whole dollars: a scratch, or a part that was missing.
  const given = fate === 'refunded' ? total : Math.ceil(total / 300) * 100
  const parcel = sentAt === null ? undefined : parcelOf(luck, number)
  return {
    id: seedIdAt(placedAt, 1, number),
    number,
    user_id: customer.id,
    item_id: item.id,
    item_name: item.name,
    owner_name: customer.name,
    search_text: null,
    email: customer.email,
    mobile_number: customer.mobileNumber,
    address: customer.address,
    quantity,
    unit_price_cents: item.price_cents,
    total_cents: total,
    idempotency_key: null,
    transaction_id: paidAt === null ? null : seedIntentId(number),
    created_at: placedAt,
    held_until: placedAt + holdMs,
    released_at: fate === 'lapsed' ? placedAt + holdMs : null,
    removed_at: fate === 'removed' ? placedAt + 9 * minute : null,
    paid_at: paidAt,
    sent_at: sentAt,
    carrier: parcel?.carrier ?? null,
    tracking: parcel?.tracking ?? null,
    renewed_ms: 0,
    refunded_cents: givenBackAt === null ? 0 : given,
    refunded_at: fate === 'refunded' ? givenBackAt : null,
    refund_failed_at: null,
    refund_pending_cents: 0,
    restocked_quantity: 0,
    disputed_at: null,
    refunds_blocked_at: null,
    dispute_lost_cents: 0,
    payment_unmatched_at: null,
  }
}

/** One in five goes by a friend who drives that way. */
function parcelOf(luck: number, number: number) {
  if (luck < 0.2) return undefined
  return luck < 0.6
    ? { carrier: 'DHL', tracking: `JD0146 0000 ${number} 77` }
    : { carrier: 'Post', tracking: `RR${number}5521 DE` }
}

const paymentRow = (sale: SeedSale, order: OrderRow, paidAt: number): PaymentRow => ({
  id: seedIdAt(paidAt - minute, 2, order.number),
  amount_cents: order.total_cents,
  currency,
  intent_id: order.transaction_id,
  created_at: paidAt - minute,
  checked_at: paidAt,
  succeeded_at: paidAt,
  canceled_at: null,
  received_cents: order.total_cents,
  declines: sale.declined ? 1 : 0,
  started_from: null,
})

const refundRow = (order: OrderRow, payment: PaymentRow, at: number): RefundRow => ({
  id: seedIdAt(at, 3, order.number),
  payment_id: payment.id,
  booking_id: order.id,
  intent_id: seedIntentId(order.number),
  amount_cents: order.refunded_cents,
  reason: 'by_admin',
  asked_by: admin.id,
  note: order.refunded_at === null ? 'Arrived with a scratch' : 'Sent back unused',
  restocked: 0,
  idempotency_key: null,
  attempt: 1,
  provider_id: `re_demo_${order.number}`,
  created_at: at,
  next_look_at: at,
  needs_action_at: null,
  succeeded_at: at,
  failed_at: null,
  failure: null,
})

type Told = Omit<OrderEventRow, 'booking_id' | 'n'>

function eventsOf(sale: SeedSale, order: OrderRow, refund: RefundRow | undefined): OrderEventRow[] {
  const told = [...unpaidEvents(order), ...paidEvents(sale, order), ...refundEvents(refund)]
  return told.map((event, index) => ({ booking_id: order.id, n: index + 1, ...event }))
}

const unpaidEvents = ({ released_at, removed_at }: OrderRow): Told[] => [
  ...(released_at ? [told(released_at, 'hold_lapsed', shopItself)] : []),
  ...(removed_at ? [told(removed_at, 'removed', byCustomer)] : []),
]

function paidEvents({ declined, luck }: SeedSale, order: OrderRow): Told[] {
  const { paid_at, sent_at, carrier, tracking, transaction_id } = order
  if (!paid_at) return []
  return [
    told(paid_at - minute, 'payment_opened', byCustomer),
    ...(declined ? [told(paid_at - 30 * second, 'declined', byCustomer, 'Your card was declined.')] : []),
    told(paid_at, 'paid', luck < 0.8 ? 'page' : 'webhook', transaction_id),
    told(paid_at + 2 * second, 'receipt_sent', shopItself),
    ...(sent_at
      ? [told(sent_at, 'sent', admin.email, [carrier, tracking].filter(Boolean).join(', ') || null)]
      : []),
  ]
}

function refundEvents(refund: RefundRow | undefined): Told[] {
  if (!refund) return []
  const [at, amount] = [refund.created_at, formatDollars(dollarsOf(refund.amount_cents))]
  return [
    told(at, 'refund_asked', admin.email, `${amount}: ${refund.note}`),
    told(at, 'refunded', shopItself, amount),
  ]
}

const told = (at: number, what: Told['what'], who: string, detail: string | null = null): Told => ({
  at,
  what,
  who,
  admin_id: who === admin.email ? admin.id : null,
  detail,
})
