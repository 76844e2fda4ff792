import assert from 'node:assert/strict'
import type { Invoice } from '#contract/invoices.ts'
import type { Order } from '#contract/orders.ts'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import {
  paymentsOf,
  placeTestOrder,
  readOrder,
  refundsOf,
  startCardPayment,
} from '../../../../tests/helpers/paying.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'
import { settlePayment } from './settle/settle-payment.ts'

/** Fails wherever the order's total is taken for what was paid for it. */
withCards('the part of the payment decides receipt, invoice, refund and takings', async shop => {
  const { deps } = shop
  const { ann, order } = await placeTestOrder(shop)
  await shop.setCardFaults({ webhookDrop: true })
  const intent = await startCardPayment(ann, order)
  await deps.db.write(async tx => {
    await tx.updateTable('payments').set({ amount_minor: 3000, voucher: 'SEVEN' }).execute()
    await tx.updateTable('payment_orders').set({ amount_minor: 3000, discount_minor: 700 }).execute()
  })
  await shop.charge(intent)
  const card = await deps.cards.find(intent)
  assert.ok(card)
  await settlePayment(deps, deps.cards, { ...card, amount: 3000 }, 'webhook')

  const paid: Order = await readOrder(ann, order._id)
  assert.deepEqual([paid.totalPrice, paid.paidAmount, paid.refundableAmount], [37, 30, 30])
  const [invoice] = (await ann.call('GET', `/api/booking/${order._id}/invoices`)).json<Invoice[]>()
  assert.equal(invoice?.amount, 30)
  await sendOutbox(deps, deps.mail)
  const [receipt] = await shop.mails(ann.email)
  assert.match(receipt?.text ?? '', /^Discount SEVEN: -\$7$/m)
  assert.match(receipt?.text ?? '', /^Paid: \$30$/m)
  const admin = await newAdmin(shop)
  const insights = await admin.call('GET', '/api/insights?days=7')
  assert.equal(insights.json().totals.takings, 30)
  assert.deepEqual(await brokenInvariants(deps.db.read, deps.now()), [])

  const refund = { reason: 'Broken', restock: false }
  const refunded = await admin.call('POST', `/api/booking/${order._id}/refund`, refund)
  assert.deepEqual(await refundsOf(shop, intent), [3000])
  assert.equal(refunded.json<Order>().state, 'refunded')
  assert.deepEqual(await brokenInvariants(deps.db.read, deps.now()), [])
})

/** Fails if a payment is continued although it would charge another amount than the page shows. */
withCards('a payment with another amount is not continued', async shop => {
  const { deps } = shop
  const { ann, order } = await placeTestOrder(shop)
  const old = await startCardPayment(ann, order)
  await deps.db.write(tx =>
    tx.updateTable('orders').set({ unit_price_minor: 1500, total_minor: 3000 }).execute(),
  )
  const intent = await startCardPayment(ann, order)
  assert.notEqual(intent, old)
  assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).amount, 3000)
  assert.equal((await shop.readFromProvider(`payment_intents/${old}`)).status, 'canceled')
  const [live, canceled] = await paymentsOf(deps.db.read, order._id)
  assert.deepEqual([live?.amount_minor, live?.canceled_at, canceled?.amount_minor], [3000, null, 3700])
})
