import { account } from './account.ts'
import { attention } from './attention.ts'
import { audit } from './audit.ts'
import { contentFiles } from './content-files.ts'
import type { Endpoint } from './endpoint.ts'
import { factors, passkeys, totp } from './factors.ts'
import { identity } from './identity.ts'
import { insights } from './insights.ts'
import { invoices } from './invoices.ts'
import { itemFiles } from './item-files.ts'
import { items } from './items.ts'
import { managedItems } from './managed-items.ts'
import { newsletter } from './newsletter.ts'
import { notedPayments } from './noted-payments.ts'
import { ownNotices } from './notices.ts'
import { openingDay } from './opening-day.ts'
import { orders } from './orders.ts'
import { ownData } from './own-data.ts'
import { payments } from './payments.ts'
import { pictures } from './pictures.ts'
import { profiles } from './profiles.ts'
import { refunds } from './refunds.ts'
import { reviews } from './reviews.ts'
import { content } from './shop-content.ts'
import { stockAlerts } from './stock-alerts.ts'
import { taxes } from './taxes.ts'
import { users } from './users.ts'

/** Every call of the shop. The app does not start if one of them has no route. */
export const contract = {
  items,
  managedItems,
  stockAlerts,
  itemFiles,
  pictures,
  orders,
  invoices,
  taxes,
  payments,
  notedPayments,
  refunds,
  attention,
  audit,
  ownNotices,
  content,
  contentFiles,
  newsletter,
  openingDay,
  insights,
  reviews,
  profiles,
  users,
  identity,
  account,
  ownData,
  factors,
  passkeys,
  totp,
}

type AnyCall = {
  [Noun in keyof typeof contract]: (typeof contract)[Noun][keyof (typeof contract)[Noun]]
}[keyof typeof contract]

/** Every call by its name, such as 'GET /items', for clients that need only the types. */
export type Calls = { [Call in AnyCall as `${Call['method']} ${Call['path']}`]: Call }

/** A call with its name in the contract, such as `orders.place`. */
export interface NamedCall {
  noun: string
  verb: string
  call: Endpoint
}

export const namedCalls: readonly NamedCall[] = Object.entries(contract).flatMap(([noun, calls]) =>
  Object.entries<Endpoint>(calls).map(([verb, call]) => ({ noun, verb, call })),
)

export const endpoints: readonly Endpoint[] = namedCalls.map(({ call }) => call)
