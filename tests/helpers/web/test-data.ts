import type { SignInMethods } from '../../../src/contract/factors.ts'
import type { Me } from '../../../src/contract/identity.ts'
import type { Insights } from '../../../src/contract/insights.ts'
import type { DetailedItem, Item } from '../../../src/contract/items.ts'
import type { ListedItem, ManagedItem } from '../../../src/contract/managed-items.ts'
import type { Order } from '../../../src/contract/orders.ts'
import type { Profile } from '../../../src/contract/profiles.ts'
import { storeToken } from '../../../src/web/api/token.ts'
import { json, Network, nothing } from './network.ts'

const person = (name: string, admin: boolean): Me => ({
  uid: `0199a000-0000-7000-8000-${name.padEnd(12, '0')}`,
  email: `${name}@example.com`,
  displayName: name,
  photoURL: null,
  admin,
})

export const ann = person('ann', false)
export const bob = person('bob', false)
export const ada = person('ada', true)

/** A profile in which nothing was entered yet. */
export const profileOf = ({ email, displayName }: Me): Profile => ({
  name: displayName,
  email,
  address: '',
  education: '',
  linkedin: '',
  mobileNumber: '',
})

export const tray: DetailedItem = {
  _id: '0199a000-0000-7000-8000-111100000001',
  name: 'Oak Desk Tray',
  description: 'One piece of oak.',
  price: 1.1,
  currency: 'USD',
  photoUrl: '/pictures/desk-tray-960.webp',
  availableQuantity: 9,
  mustQuantity: 2,
  stars: null,
  reviewCount: 0,
  secondPicture: null,
  pictures: [],
  materials: '',
  size: '',
  care: '',
  family: '',
  tax: '',
}

export const listed = (item: Item): ListedItem => ({
  ...item,
  hidden: false,
  removed: false,
  version: 1,
})

/** The same item as admins see it. */
export const managedTray: ManagedItem = {
  ...tray,
  hidden: false,
  removed: false,
  version: 1,
  stocked: 20,
  held: 4,
  sold: 7,
  onShelf: 20,
}

export const order: Order = {
  _id: '0199a000-0000-7000-8000-222200000001',
  itemId: tray._id,
  itemName: tray.name,
  ownerName: 'Ann Example',
  email: ann.email,
  mobileNumber: '555 0100',
  address: '1 Test Street',
  quantity: 3,
  totalPrice: 3.3,
  currency: 'USD',
  number: 'T-1042',
  createdAt: '2026-11-15T09:30:00.000Z',
  heldUntil: '2026-11-15T10:00:00.000Z',
  paid: false,
  paidAt: null,
  paidAmount: null,
  paidDelivery: 0,
  sentAt: null,
  carrier: null,
  tracking: null,
  transactionId: null,
  paidBy: null,
  transferUntil: null,
  transferDelivery: null,
  refundedAmount: 0,
  refundedAt: null,
  refundPendingAmount: 0,
  refundableAmount: 0,
  refundFailedAt: null,
  state: 'held',
  disputedAt: null,
  refundsBlockedAt: null,
  disputeLostAmount: 0,
  keptAmount: 0,
  paymentUnmatchedAt: null,
  restockedQuantity: 0,
}

const noSales: Insights = {
  currency: 'USD',
  days: [{ date: '2026-11-15', takings: 0, orders: 0, units: 0, refunds: 0, disputes: 0 }],
  previousDays: [],
  totals: { takings: 0, orders: 0, units: 0, refunds: 0, disputes: 0, average: 0 },
  previous: { takings: 0, orders: 0, units: 0, refunds: 0, disputes: 0, average: 0 },
  best: [],
  low: [],
  vouchers: [],
  toSend: 0,
  unpaid: 0,
  lapsed: 0,
}

export const noFactors: SignInMethods = {
  password: true,
  passkeys: [],
  code: false,
  recoveryCodes: 0,
  required: false,
  emailFirst: false,
}

export const tokenOf = ({ email }: Me): string => `token-of-${email}`

/** Answers for the calls that any page may make. */
export const asVisitor = (): Network =>
  new Network()
    .on('GET /api/auth/options', () =>
      json({ google: true, github: true, demoAccounts: [], isLive: false, openDemo: false }),
    )
    .on('GET /api/attention', () => json([]))
    .on('GET /api/auth/factors', () => json(noFactors))
    .on('GET /api/insights', () => json(noSales))
    .on('GET /api/taxes', () => json({ currency: 'USD', months: [] }))
    .on('GET /api/waiting', () => json({ toSend: 0, newReviews: 0 }))
    .on('GET /api/items', () => json([tray]))
    .on('GET /api/families', () => json([]))
    .on('GET /api/item', () => json([listed(tray)]))
    .on('GET /api/reviews', () => json([]))
    .on('GET /api/myBag', () => json([]))
    .on('GET /api/itemPictures', () => json([{ itemId: tray._id, photoUrl: tray.photoUrl }]))
    .on(`GET /api/items/${tray._id}`, () => json(tray))

/** The same with this user signed in. */
export function as(me: Me): Network {
  storeToken(tokenOf(me))
  return known(asVisitor(), me)
}

/** Lets the shop recognise these users by their tokens. */
export function known(net: Network, ...everybody: Me[]): Network {
  net.on('GET /api/auth/me', ({ headers }) => {
    const token = headers.get('authorization')?.replace('Bearer ', '')
    return json(everybody.find(me => tokenOf(me) === token))
  })
  net.on('GET /api/auth/account', () => json({ emailVerified: true, hasPassword: true, hasMail: true }))
  for (const me of everybody) net.on(`GET /api/admin/${me.email}`, () => json({ admin: me.admin }))
  return net.on('POST /api/auth/sign-out', nothing)
}
