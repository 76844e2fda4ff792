import * as z from 'zod/mini'
import { orderStates } from '#domain/order.ts'
import { endpoint } from './endpoint.ts'
import { count, dollars, email, emailParams, id, idParams, moment, pageQuery, text } from './shapes.ts'

/** What a buyer fills in. The messages are the spec's, to the letter. */
export const orderForm = z.strictObject({
  ownerName: text(120, 'First name is required'),
  email,
  mobileNumber: text(40, 'Mobile Number is required'),
  address: text(500, 'Email Address is required'),
  quantity: count(1, 'Quantity is required'),
})

/** Name and price count only as what the buyer saw: the server takes both from the database. */
export const newOrder = z.extend(orderForm, { itemId: id, itemName: text(120), totalPrice: dollars })

export type NewOrder = z.output<typeof newOrder>

export const order = z.extend(newOrder, {
  _id: id,
  /** What may happen to it now depends on this alone (domain/order.ts). */
  state: z.enum(orderStates),
  paid: z.boolean(),
  transactionId: z.nullable(z.string()),
  /** What has gone back of the payment, in dollars, and when all of it had. */
  refundedAmount: dollars,
  refundedAt: moment,
  /** Money that was to go back did not arrive, and nothing has made up for it. */
  refundFailedAt: moment,
  /** The buyer has asked the bank for the money, and the bank has not decided for the shop. */
  disputedAt: moment,
})

export type Order = z.output<typeof order>

export const orders = {
  place: endpoint({
    method: 'POST',
    path: '/booking',
    who: 'user',
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
    summary: "A user's orders, newest first",
    params: emailParams,
    query: pageQuery,
    answer: z.array(order),
  }),
  all: endpoint({
    method: 'GET',
    path: '/booking',
    who: 'admin',
    summary: 'Everybody’s orders, newest first',
    query: pageQuery,
    answer: z.array(order),
  }),
  one: endpoint({
    method: 'GET',
    path: '/booking/{id}',
    who: 'owner',
    summary: 'One order',
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
