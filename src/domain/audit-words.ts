import type { Detail, DetailValue } from './audit.ts'
import { formatAmount, formatPrice } from './money.ts'

/** The display name of a user, an order or an item. */
export type NameOf = (id: string) => string | undefined

/** Ids that mean nothing to a reader; the row's `detail` still has them. */
const hiddenKeys = new Set(['refund', 'review', 'import', 'digest', 'passkey', 'picture'])

/** The subject of a row comes first, without a label. */
const subjects = ['user', 'item', 'order', 'orders'] as const

/** For ids of rows that were erased or deleted. */
const unnamed = {
  user: 'an erased user',
  item: 'a deleted item',
  order: 'a deleted order',
  orders: 'a deleted order',
} as const

/** Labels for fields whose name is not readable. */
const labels: Readonly<Record<string, string>> = {
  price_minor: 'price',
  amount_minor: 'amount',
  // Written until the columns got their present names.
  price_cents: 'price',
  amount_cents: 'amount',
  stocked_quantity: 'in stock',
  availableQuantity: 'available',
  mustQuantity: 'must quantity',
  photoUrl: 'picture',
  restocked: 'restocked',
  left: 'recovery codes left',
  sessions: 'other sessions ended',
  takenAt: 'taken at',
  erasedAgain: 'erased again',
  pictureLeftAt: 'picture left at',
  lowStock: 'low stock',
  why: '',
  by: 'by',
}

/** 'Oak Tray: price $5 → $6', 'Ann Lee (ann@example.com)', 'T-1042: amount $12.50'. */
export function aboutOf(detail: Detail, nameOf: NameOf): string {
  const { before, after, ...others } = detail
  const named = subjects.flatMap(key =>
    isIds(key, others[key]) ? [formatIds(key, others[key], nameOf)] : [],
  )
  const facts = Object.entries(others).flatMap(([key, value]) =>
    hiddenKeys.has(key) || value === null || (isSubject(key) && isIds(key, value))
      ? []
      : [formatField(key, value)],
  )
  const changes = isRecord(before) && isRecord(after) ? changesOf(before, after) : []
  const rest = [...facts, ...changes].filter(Boolean).join(', ')
  return [named.filter(Boolean).join(', '), rest].filter(Boolean).join(': ')
}

/** Their values are addresses with hashes. */
const pictureKeys = new Set(['photoUrl', 'pictures'])

type Value = Detail[string] | undefined

type Subject = (typeof subjects)[number]

const isSubject = (key: string): boolean => subjects.some(subject => subject === key)

const isRecord = (value: Value): value is Readonly<Record<string, DetailValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `orders` may also be a setting or a count, so only an array holds ids. */
const isIds = (key: string, value: Value): value is string | readonly string[] =>
  key === 'orders' ? Array.isArray(value) : typeof value === 'string'

const formatIds = (key: Subject, ids: string | readonly string[], nameOf: NameOf): string =>
  [ids]
    .flat()
    .map(id => nameOf(id) ?? unnamed[key])
    .join(', ')

const formatField = (key: string, value: Value): string =>
  [labels[key] ?? key, formatValue(key, value)].filter(Boolean).join(' ')

function changesOf(
  before: Readonly<Record<string, DetailValue>>,
  after: Readonly<Record<string, DetailValue>>,
): string[] {
  return Object.keys(after).map(key =>
    pictureKeys.has(key)
      ? `${labels[key] ?? key} changed`
      : `${labels[key] ?? key} ${formatValue(key, before[key])} → ${formatValue(key, after[key])}`,
  )
}

function formatValue(key: string, value: Value): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (/_(minor|cents)$/.test(key)) return formatPrice(value)
    if (key === 'price') return formatAmount(value)
    return key === 'change' && value > 0 ? `+${value}` : String(value)
  }
  return typeof value === 'string' ? value : Object.values(value).join(', ')
}
