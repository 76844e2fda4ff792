import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dollars, email, emailParams, id, idParams, moment, pageQuery, quantity, text } from './shapes.ts'

const order = {
  itemId: id,
  itemName: text(120),
  ownerName: text(120),
  email,
  mobileNumber: text(40),
  address: text(500),
  quantity,
  totalPrice: dollars,
}

export const booking = z.strictObject({
  _id: id,
  ...order,
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

export type Booking = z.output<typeof booking>

/** Name and price count only as what the buyer saw: the server takes both from the database. */
export const newBooking = z.strictObject(order)

export type NewBooking = z.output<typeof newBooking>

export const bookings = {
  place: endpoint({
    method: 'POST',
    path: '/booking',
    who: 'user',
    summary: 'Order an item; its stock is held at once',
    body: newBooking,
    answer: booking,
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
    answer: z.array(booking),
  }),
  all: endpoint({
    method: 'GET',
    path: '/booking',
    who: 'admin',
    summary: 'Everybody’s orders, newest first',
    query: pageQuery,
    answer: z.array(booking),
  }),
  one: endpoint({
    method: 'GET',
    path: '/booking/{id}',
    who: 'owner',
    summary: 'One order',
    params: idParams,
    answer: booking,
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
