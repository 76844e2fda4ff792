import type { CallAnswer, ProviderPayment, QuietFacts } from '../interfaces.ts'
import { thousandthsIn } from './amounts.ts'
import type { AnsweredCall } from './call.ts'
import {
  type AuditEntry,
  type Invoice,
  type ManagedItem,
  type Order,
  type RefundEntry,
  type Review,
  type StockEntry,
  type TaxPart,
  textOf,
} from './wire.ts'

/** Everything that the shop and the card provider say when the world is quiet. */
export interface Books {
  at: number
  /** The reading itself, for what depends on when something was read. */
  reading: AnsweredCall
  /** Amounts in thousandths; `minor` is what the provider says that the charge is about. */
  payments: readonly (ProviderPayment & { minor: number })[]
  verify: readonly string[]
  /** Removed ones, too. */
  orders: readonly Order[]
  invoices: ReadonlyMap<string, readonly Invoice[]>
  /** The invoices of payments, as they are printed; of a large world, not all. */
  printed: ReadonlyMap<string, string>
  refunds: ReadonlyMap<string, readonly RefundEntry[]>
  items: readonly ManagedItem[]
  ledgers: ReadonlyMap<string, readonly StockEntry[]>
  reviews: readonly Review[]
  audit: readonly AuditEntry[]
  users: readonly { email: string; role: string | null }[]
  attention: readonly { kind: string; transactionId: string; detail: string }[]
  /** Of more days than a world has. */
  insights: { totals?: { takings: number }; vouchers?: readonly { code: string; discount: number }[] }
  taxReport: { months?: readonly (TaxPart & { month: string })[] }
  /** What could not be read. */
  unread: readonly string[]
}

const pageSize = 200
/** One account may not read more of them in an hour. */
const mostPrinted = 200

export async function readBooks(facts: QuietFacts): Promise<Books> {
  const unread: string[] = []
  const read = async <T>(path: string, otherwise: T): Promise<T> => {
    const { status, body }: CallAnswer = await facts.asOwner(path)
    if (status === 200) return body as T
    unread.push(`${path} is answered with ${status}`)
    return otherwise
  }
  const list = async <T extends { _id: string }>(path: string): Promise<T[]> => {
    const all = new Map<string, T>()
    for (let after = ''; ; ) {
      const join = path.includes('?') ? '&' : '?'
      const page = await read<T[]>(`${path}${join}limit=${pageSize}${after && `&after=${after}`}`, [])
      const size = all.size
      for (const row of page) all.set(row._id, row)
      if (all.size === size) return [...all.values()]
      after = page.at(-1)?._id ?? ''
    }
  }
  const orders = [
    ...(await list<Order>('/api/booking')),
    ...(await list<Order>('/api/booking?state=removed')),
  ]
  const invoices = new Map<string, Invoice[]>()
  const refunds = new Map<string, RefundEntry[]>()
  const printed = new Map<string, string>()
  for (const { _id, transactionId } of orders) {
    if (transactionId !== null && !printed.has(transactionId) && printed.size < mostPrinted)
      printed.set(transactionId, textOf(await read(`/api/booking/${_id}/invoice.pdf`, '')))
    invoices.set(_id, await read<Invoice[]>(`/api/booking/${_id}/invoices`, []))
    refunds.set(_id, await read<RefundEntry[]>(`/api/booking/${_id}/refunds`, []))
  }
  const listed = [
    ...(await list<ManagedItem>('/api/item')),
    ...(await list<ManagedItem>('/api/item?removed=true')),
  ]
  const items: ManagedItem[] = []
  const ledgers = new Map<string, StockEntry[]>()
  for (const item of listed) {
    items.push(await read(`/api/item/${item._id}`, item))
    ledgers.set(item._id, await list<StockEntry>(`/api/item/${item._id}/stock`))
  }
  return {
    at: facts.at,
    reading: readingAt(facts),
    payments: facts.payments.map(inThousandths),
    verify: facts.verify,
    orders,
    invoices,
    printed,
    refunds,
    items,
    ledgers,
    reviews: await list<Review>('/api/reviews?hidden=true'),
    audit: await list<AuditEntry>('/api/audit'),
    users: await list<{ _id: string; email: string; role: string | null }>('/api/users'),
    attention: await read('/api/attention', []),
    insights: await read('/api/insights?days=365', {}),
    taxReport: await read('/api/taxes', {}),
    unread,
  }
}

function inThousandths(payment: ProviderPayment): ProviderPayment & { minor: number } {
  const { amount, received, currency, refunds, disputes } = payment
  const read = (minor: number) => thousandthsIn(minor, currency.toUpperCase())
  return {
    ...payment,
    minor: amount,
    amount: read(amount),
    received: read(received),
    refunds: refunds.map(refund => ({ ...refund, amount: read(refund.amount) })),
    disputes: disputes.map(dispute => ({ ...dispute, amount: read(dispute.amount) })),
  }
}

const readingAt = ({ step, at }: QuietFacts): AnsweredCall => ({
  number: -1,
  who: 'the owner at the end',
  to: 'shop',
  method: 'GET',
  path: '/api',
  query: new URLSearchParams(),
  body: undefined,
  token: undefined,
  idempotencyKey: undefined,
  step,
  at,
  answer: { step, at, status: 200, body: null },
  isDoubled: false,
})
