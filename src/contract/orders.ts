import * as z from 'zod/mini'
import { maxSentAtOnce, orderStates } from '#domain/order.ts'
import { orderEventTypes } from '#domain/order-event.ts'
import { otherMethods } from '#domain/payment-method.ts'
import { endpoint } from './endpoint.ts'
import { orderFilter, orderQuery } from './order-search.ts'
import {
  count,
  currency,
  day,
  email,
  emailParams,
  id,
  idParams,
  moment,
  money,
  pageQuery,
  shown,
  text,
} from './shapes.ts'

/** The buyer's form. The messages are the spec's, verbatim. */
export const orderForm = z.strictObject({
  ownerName: text(120, 'First name is required'),
  email,
  mobileNumber: text(40, 'Mobile Number is required'),
  address: text(500, 'Email Address is required'),
  quantity: count(1, 'Quantity is required'),
})

export type OrderForm = z.output<typeof orderForm>

/** Name and price only confirm what the buyer saw: the server takes both from the database. */
export const newOrder = z.extend(orderForm, {
  itemId: id,
  itemName: shown(120),
  totalPrice: money,
  /** Of the price that the buyer saw; the shop's without it. */
  currency: z.optional(currency),
})

export type NewOrder = z.output<typeof newOrder>

/** The new quantity of an unpaid order. */
export const quantityForm = z.strictObject({ quantity: orderForm.shape.quantity })

export const order = z.extend(newOrder, {
  _id: id,
  /** For example 'T-1042'. */
  number: z.string().check(z.regex(/^T-\d+$/)),
  /** Determines which actions are allowed (domain/order.ts). */
  state: z.enum(orderStates),
  createdAt: z.iso.datetime(),
  /** Its stock is reserved until then, while it is unpaid. */
  heldUntil: z.iso.datetime(),
  /** Stays true after a refund; see `state`. */
  paid: z.boolean(),
  paidAt: moment,
  /** Its part of the payment that paid it. */
  paidAmount: z.nullable(money),
  /** How much of that is delivery. */
  paidDelivery: money,
  sentAt: moment,
  carrier: z.nullable(z.string()),
  tracking: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  /** How and when it was paid if not by card. */
  paidBy: z.nullable(z.strictObject({ method: z.enum(otherMethods), on: day })),
  /** Until when its stock waits for a transfer that the customer has announced. */
  transferUntil: moment,
  /** Its share of the delivery that the customer was told to transfer; null unless it was announced. */
  transferDelivery: z.nullable(money),
  currency,
  /** Refunded so far, and when the refund was complete. */
  refundedAmount: money,
  refundedAt: moment,
  /** In pending refunds, and what can still be refunded beyond them. */
  refundPendingAmount: money,
  refundableAmount: money,
  /** When a refund failed that no later refund has replaced. */
  refundFailedAt: moment,
  /** When the buyer opened a dispute; null once the shop has won it. */
  disputedAt: moment,
  /** Since when the dispute blocks refunds, and how much of the payment was lost to it. */
  refundsBlockedAt: moment,
  disputeLostAmount: money,
  /** The payment minus refunds, pending refunds and lost disputes. */
  keptAmount: money,
  /** Since when paying is blocked, because an unmatched payment may belong to this order. */
  paymentUnmatchedAt: moment,
  restockedQuantity: z.int(),
})

export type Order = z.output<typeof order>

/** An entry in the timeline of an order. */
const orderEvent = z.strictObject({
  at: z.iso.datetime(),
  what: z.enum(orderEventTypes),
  /** 'customer', 'page', 'webhook', 'reconciler', 'card provider', 'shop', or the email of an admin, which only admins see. */
  by: z.string(),
  detail: z.nullable(z.string()),
})

export type OrderEvent = z.output<typeof orderEvent>

/** Shipping details, all optional. */
export const parcelForm = z.strictObject({
  carrier: z.optional(text(60)),
  tracking: z.optional(text(120)),
})

const sending = z.strictObject({
  orders: z.array(z.extend(parcelForm, { id })).check(
    z.minLength(1, 'Choose at least one order.'),
    z.maxLength(maxSentAtOnce, `Send at most ${maxSentAtOnce} orders at once.`),
    z.refine(
      parcels => new Set(parcels.map(parcel => parcel.id)).size === parcels.length,
      'An order is listed twice.',
    ),
  ),
  /** Required to send an order whose payment is disputed. */
  evenIfDisputed: z.optional(z.boolean()),
})

export type Sending = z.output<typeof sending>

export const orders = {
  place: endpoint({
    method: 'POST',
    path: '/booking',
    who: 'user',
    subject: { body: 'email' },
    summary:
      'Order an item; its stock is held immediately. Refused with shop_closed while the shop is closed',
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
    summary: 'All orders, or those that a search finds, newest first',
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
  changeQuantity: endpoint({
    method: 'PUT',
    path: '/booking/{id}/quantity',
    who: 'owner',
    summary:
      'Change the quantity of an unpaid order at its own unit price; stock is held or comes back. While the shop is closed, it can only become less',
    params: idParams,
    body: quantityForm,
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
    summary: 'Mark a sent order as not sent after all',
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
