import * as z from 'zod/mini'
import { maxSentAtOnce, orderStates } from '#domain/order.ts'
import { happenings } from '#domain/order-event.ts'
import { maxSearchLength } from '#domain/search.ts'
import { endpoint } from './endpoint.ts'
import {
  count,
  day,
  dollars,
  email,
  emailParams,
  id,
  idParams,
  moment,
  pageQuery,
  shown,
  storable,
  text,
} from './shapes.ts'

/** What a buyer fills in. The messages are the spec's, to the letter. */
export const orderForm = z.strictObject({
  ownerName: text(120, 'First name is required'),
  email,
  mobileNumber: text(40, 'Mobile Number is required'),
  address: text(500, 'Email Address is required'),
  quantity: count(1, 'Quantity is required'),
})

export type OrderForm = z.output<typeof orderForm>

/** Name and price count only as what the buyer saw: the server takes both from the database. */
export const newOrder = z.extend(orderForm, { itemId: id, itemName: shown(120), totalPrice: dollars })

export type NewOrder = z.output<typeof newOrder>

export const order = z.extend(newOrder, {
  _id: id,
  /** What people call it, such as 'T-1042'. */
  number: z.string().check(z.regex(/^T-\d+$/)),
  /** What may happen to it now depends on this alone (domain/order.ts). */
  state: z.enum(orderStates),
  createdAt: z.iso.datetime(),
  /** Until then its stock is set aside while it is unpaid. */
  heldUntil: z.iso.datetime(),
  /** Stays true when the money goes back; the state tells that. */
  paid: z.boolean(),
  paidAt: moment,
  sentAt: moment,
  carrier: z.nullable(z.string()),
  tracking: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  /** What has gone back of the payment, in dollars, and when all of it had. */
  refundedAmount: dollars,
  refundedAt: moment,
  /** What was asked for of it and is not through yet; what could still be given back besides. */
  refundPendingAmount: dollars,
  refundableAmount: dollars,
  /** Money that was to go back did not arrive, and nothing has made up for it. */
  refundFailedAt: moment,
  /** The buyer has asked the bank for the money, and the bank has not decided for the shop. */
  disputedAt: moment,
  /** Since when the card provider refuses refunds because of that; what was lost of the payment in the end. */
  refundsBlockedAt: moment,
  disputeLostAmount: dollars,
  /** What the shop has of the payment: not given back, not on its way back, not lost. */
  keptAmount: dollars,
  /** Since when it cannot be paid, because a payment that may be for it is being checked. */
  paymentUnmatchedAt: moment,
  /** How many of its units went back on the shelf. */
  restockedQuantity: z.int(),
})

export type Order = z.output<typeof order>

/** Something that happened to an order. */
const orderEvent = z.strictObject({
  at: z.iso.datetime(),
  what: z.enum(happenings),
  /** 'customer', 'page', 'webhook', 'reconciler', 'card provider', 'shop', or for admins the e-mail of an admin. */
  by: z.string(),
  detail: z.nullable(z.string()),
})

export type OrderEvent = z.output<typeof orderEvent>

/** Which orders are looked for. */
const orderFilter = z.strictObject({
  /** A number or an id, or the beginning of an e-mail or of a customer's name, or words of an item's name. */
  search: z.optional(
    z
      .string()
      .check(
        z.maxLength(maxSearchLength, `Please search with at most ${maxSearchLength} characters.`),
        z.refine(storable, 'This contains characters that cannot be looked for.'),
      ),
  ),
  /** Removed orders are only found by their state, or by their id in the search. */
  state: z.optional(z.enum(orderStates)),
  /** Days of the shop, both included. */
  from: z.optional(day),
  to: z.optional(day),
  item: z.optional(id),
})

const orderQuery = z.extend(pageQuery, orderFilter.shape)

export type OrderQuery = z.output<typeof orderQuery>

/** How a parcel travels, as far as it is known. */
export const parcelForm = z.strictObject({
  carrier: z.optional(text(60)),
  tracking: z.optional(text(120)),
})

const sending = z.strictObject({
  orders: z.array(z.extend(parcelForm, { id })).check(
    z.minLength(1, 'Please choose at least one order.'),
    z.maxLength(maxSentAtOnce, `Please send at most ${maxSentAtOnce} orders at once.`),
    z.refine(
      parcels => new Set(parcels.map(parcel => parcel.id)).size === parcels.length,
      'An order is there twice.',
    ),
  ),
  /** Without it an order whose payment is disputed is not sent. */
  evenIfDisputed: z.optional(z.boolean()),
})

export type Sending = z.output<typeof sending>

export const orders = {
  place: endpoint({
    method: 'POST',
    path: '/booking',
    who: 'user',
    subject: { body: 'email' },
    summary: 'Order an item; its stock is held at once',
    body: newOrder,
    answer: order,
    status: 201,
    idempotent: true,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/myBooking/{email}',
    who: 'self_or_admin',
    subject: { params: 'email' },
    summary: "A user's orders, newest first",
    params: emailParams,
    query: pageQuery,
    answer: z.array(order),
  }),
  bag: endpoint({
    method: 'GET',
    path: '/myBag',
    who: 'user',
    summary: 'What the caller has ordered and not paid for yet, newest first',
    answer: z.array(order),
  }),
  all: endpoint({
    method: 'GET',
    path: '/booking',
    who: 'admin',
    summary: 'Everybody’s orders, or those that are looked for, newest first',
    query: orderQuery,
    answer: z.array(order),
  }),
  export: endpoint({
    method: 'GET',
    path: '/booking.csv',
    who: 'admin',
    freshProof: 'with_factor',
    summary: 'The same orders as a file, all of them',
    query: orderFilter,
    answers: 'text/csv',
  }),
  one: endpoint({
    method: 'GET',
    path: '/booking/{id}',
    who: 'owner',
    summary: 'One order',
    params: idParams,
    answer: order,
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/booking/{id}/timeline',
    who: 'owner_or_admin',
    summary: 'What happened to an order, oldest first',
    params: idParams,
    answer: z.array(orderEvent),
  }),
  send: endpoint({
    method: 'POST',
    path: '/booking/send',
    who: 'admin',
    summary: 'Send paid orders, all of them or none; each customer gets an email',
    body: sending,
    answer: z.array(order),
  }),
  unsend: endpoint({
    method: 'POST',
    path: '/booking/{id}/unsend',
    who: 'admin',
    summary: 'An order was not sent after all',
    params: idParams,
    answer: order,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/myBooking/{id}',
    who: 'owner',
    summary: 'Remove an unpaid order; its stock comes back',
    params: idParams,
    status: 204,
  }),
}
