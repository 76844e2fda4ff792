/** An order as the shop sends it. Amounts are in units of its currency; `thousandthsOf` reads them. */
export interface Order {
  _id: string
  number: string
  itemId: string
  itemName: string
  ownerName: string
  email: string
  mobileNumber: string
  address: string
  quantity: number
  totalPrice: number
  currency?: string
  state: 'held' | 'lapsed' | 'paid' | 'sent' | 'refunded' | 'removed'
  createdAt: string
  heldUntil: string
  paid: boolean
  paidAt: string | null
  paidAmount: number | null
  /** How much of that is delivery. */
  paidDelivery: number
  sentAt: string | null
  transactionId: string | null
  /** How and on which day it was paid if not by card. */
  paidBy?: { method: string; on: string } | null
  transferUntil?: string | null
  /** Its share of the delivery that the customer was told to transfer. */
  transferDelivery?: number | null
  refundedAmount: number
  refundPendingAmount: number
  refundableAmount: number
  disputedAt: string | null
  disputeLostAmount: number
  keptAmount: number
  restockedQuantity: number
}

/** An item in public. */
export interface Item {
  _id: string
  name: string
  price: number
  currency?: string
  availableQuantity: number
  mustQuantity: number
  stars: number | null
  reviewCount: number
}

/** An item as its owner sees it. */
export interface ManagedItem extends Item {
  description: string
  photoUrl: string
  hidden: boolean
  removed: boolean
  version: number
  stocked: number
  held: number
  sold: number
}

export interface Review {
  _id: string
  name: string
  comment: string
  starRating: number
  itemId: string | null
  answer: string | null
  hidden: boolean
}

export interface RefundEntry {
  _id: string
  amount: number
  status: 'pending' | 'needs_action' | 'succeeded' | 'failed'
  reason: string
  note: string | null
  restocked: number
}

/** What of an amount has one tax rate. */
export interface TaxPart {
  name: string
  percent: number
  gross: number
  net: number
  tax: number
}

export interface Invoice {
  number: string
  kind: 'invoice' | 'credit_note' | 'cancellation'
  amount: number
  currency: string
  taxes: readonly TaxPart[]
  issuedAt: string
  /** The numbers of the orders that it is about. */
  orders: readonly string[]
}

export interface StockEntry {
  _id: string
  change: number
  reason: string
  by: string | null
}

export interface AuditEntry {
  _id: string
  at: string
  who: string | null
  what: string
  detail: Readonly<Record<string, unknown>>
  hash: string
}

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const marks = '[\\s\\u061C\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060\\u2066-\\u2069\\uFEFF]+'
const marksAround = new RegExp(`^${marks}|${marks}$`, 'g')

/** A text as a shop keeps it: without white space and direction marks around it, with one kind of line break. */
export const keptText = (value: unknown): string =>
  String(value).replaceAll('\t', ' ').replace(/\r\n?/g, '\n').replace(marksAround, '')

/** All objects of an answer that have these fields: one alone, or those of a list. */
function withFields<T>(body: unknown, names: readonly string[]): T[] {
  const found = Array.isArray(body) ? body : [body]
  return found.filter(value => isFields(value) && names.every(name => name in value)) as T[]
}

export const ordersIn = (body: unknown): Order[] => withFields(body, ['_id', 'heldUntil', 'totalPrice'])

export const itemsIn = (body: unknown): Item[] =>
  withFields(body, ['_id', 'price', 'mustQuantity', 'availableQuantity'])

export const managedItemsIn = (body: unknown): ManagedItem[] => withFields(body, ['_id', 'stocked', 'sold'])

export const listedItemsIn = (body: unknown): ManagedItem[] =>
  withFields(body, ['_id', 'version', 'hidden', 'removed', 'price'])

export const reviewsIn = (body: unknown): Review[] => withFields(body, ['_id', 'starRating', 'comment'])

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** The shop compares addresses trimmed and in lower case. */
export const emailOf = (value: unknown): string => textOf(value).trim().toLowerCase()

export const codeOf = (body: unknown): string => textOf(fieldsOf(body).code)
