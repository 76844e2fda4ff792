import assert from 'node:assert/strict'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import * as payments from './payments.ts'
import * as refunds from './refunds.ts'

/** Fails if a later claim also succeeds: two processes then request the same refund from the provider. */
onBothEngines('of several concurrent claims for the same refund, one succeeds', async shop => {
  const { db } = shop.deps
  const ann = await shop.customer()
  const { _id: orderId } = (await ann.order(await shop.item())).json()
  const price = { parts: [3400], deliveries: [0], discounts: [0], total: 3400 }
  const opened = { orderIds: [orderId], price, voucher: '', currency: 'usd', address: '127.0.0.1', now: 1 }
  const payment = await db.write(tx => payments.open(tx, opened))
  const checks = [2, 3, 4].map(now => db.write(tx => payments.claimCheck(tx, payment, now)))
  assert.deepEqual((await Promise.all(checks)).sort(), [false, false, true])
  const noted = {
    payment_id: payment.id,
    order_id: orderId,
    intent_id: 'pi_1',
    amount_minor: 3400,
    reason: 'by_provider',
  } as const
  const refund = await db.write(tx => refunds.add(tx, noted, 1))
  const looks = [5, 6, 7].map(until => db.write(tx => refunds.claim(tx, refund, until)))
  assert.deepEqual((await Promise.all(looks)).sort(), [false, false, true])
  const [due] = await refunds.listDue(db.read, 10, 10)
  assert.ok(due && (await db.write(tx => refunds.claim(tx, due, 20))), 'the next check can be claimed again')
  assert.deepEqual(await refunds.listDue(db.read, 19, 10), [])
})
