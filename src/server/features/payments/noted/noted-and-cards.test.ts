import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { eventually, withCards, withCardsOnSqlite } from '../../../../../tests/helpers/card-shop.ts'
import { markPaid, paidInCash, todayIn, twoUnpaid } from '../../../../../tests/helpers/noted-payments.ts'
import { startCombinedPayment } from '../../../../../tests/helpers/pay-together.ts'
import { readOrder, refundsOf, startCardPayment } from '../../../../../tests/helpers/paying.ts'
import { differences } from '../../../../../tests/helpers/refunding.ts'
import { onBothEngines, userIdOf } from '../../../../../tests/helpers/shop.ts'
import { comparePayments } from '../../../jobs/compare-payments.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'
import { eraseAtProvider } from '../../own-data/erase-at-provider.ts'
import { notePayment } from './note-payment.ts'

withCards('live card payments of the orders are canceled first', async shop => {
  const { admin, ann, ids } = await twoUnpaid(shop)
  const intent = await startCombinedPayment(ann, [...ids])
  const answer = await markPaid(shop, admin, ids[0], { amount: 37 })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).status, 'canceled')
  assert.equal((await readOrder(ann, ids[1])).state, 'held')
})

withCardsOnSqlite('a request that is refused cancels no card payment', async shop => {
  const { admin, ann, ids } = await twoUnpaid(shop)
  const intent = await startCardPayment(ann, { _id: ids[0] })
  assert.equal((await markPaid(shop, admin, ids[0], { amount: 1 })).statusCode, 400)
  assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).status, 'requires_payment_method')
})

withCards('a card that was charged in the meantime pays the order, so it is not marked', async shop => {
  const { admin, ann, ids } = await twoUnpaid(shop)
  await shop.setCardFaults({ webhookDrop: true })
  const intent = await startCardPayment(ann, { _id: ids[0] })
  await shop.charge(intent)
  const answer = await markPaid(shop, admin, ids[0], { amount: 37 })
  assert.deepEqual([answer.statusCode, answer.json().code], [409, 'already_paid'])
  const order: Order = await readOrder(ann, ids[0])
  assert.deepEqual([order.transactionId, order.paidBy], [intent, null])
})

/** The payment could not be canceled, so the customer's page still takes the card. */
withCards('a card payment that arrives all the same is refunded, because the order is paid', async shop => {
  const { admin, ann, ids } = await twoUnpaid(shop)
  const intent = await startCardPayment(ann, { _id: ids[0] })
  const { cards: _, ...withoutCards } = shop.deps
  const caller = { userId: await userIdOf(shop, admin.email), email: admin.email, admin: true, address: '' }
  // Without keys, as after a restart with other settings, the payment stays live at the provider.
  await notePayment({ ...withoutCards, cards: undefined }, caller, {
    orderId: ids[0],
    key: undefined,
    method: 'cash',
    amount: 37,
    date: todayIn(shop),
    note: '',
  })
  await shop.charge(intent)
  await eventually(async () => (await refundsOf(shop, intent)).length === 1, 'the refund of the card')
  assert.deepEqual(await refundsOf(shop, intent), [3700])
  const order: Order = await readOrder(ann, ids[0])
  assert.deepEqual([order.state, order.paidBy?.method, order.refundedAmount], ['paid', 'cash', 0])
  const [entry] = (await admin.call('GET', `/api/booking/${ids[0]}/refunds`)).json()
  assert.equal(entry.reason, 'already_paid')
  await sendOutbox(shop.deps, shop.deps.mail)
  const told = (await shop.mails(ann.email)).find(({ subject }) => subject.startsWith('We’ve refunded'))
  assert.match(told?.text ?? '', new RegExp(`Transaction id: ${intent}`))
})

/** The card provider is asked nothing about it: not by the reconciler, the daily comparison, a claim or an erasure. */
withCards('the card provider never hears of a noted payment', async shop => {
  const { admin, ann, id, intent } = await paidInCash(shop)
  const refunded = await admin.call('POST', `/api/booking/${id}/refund`, {
    reason: 'Scratched lid',
    restock: false,
    amount: 5,
  })
  assert.equal(refunded.statusCode, 200, refunded.body)
  const asked: string[] = []
  const cards = new Proxy(shop.deps.cards, {
    get: (target, name) => {
      const method = Reflect.get(target, name)
      return (...given: unknown[]) => {
        asked.push(JSON.stringify(given))
        return method.apply(target, given)
      }
    },
  })
  Object.assign(shop.deps, { cards })
  shop.travel(86_400_000)
  await reconcilePayments(shop.deps, cards)
  assert.deepEqual(await comparePayments(shop.deps, cards), [])
  assert.deepEqual(await differences(shop), [])
  await eraseAtProvider(shop.deps, await userIdOf(shop, ann.email))
  const claim = await ann.call('PATCH', `/api/booking/${id}`, { bookingId: id, transactionId: intent })
  assert.deepEqual([claim.statusCode, claim.json().code], [409, 'payment_mismatch'])
  assert.ok(asked.length > 0)
  assert.deepEqual(
    asked.filter(call => call.includes('noted_')),
    [],
  )
})

onBothEngines('a shop without a card provider marks orders as paid, and refunds them', async shop => {
  const { admin, id } = await paidInCash(shop)
  const answer = await admin.call('POST', `/api/booking/${id}/refund`, { reason: 'Too late', restock: true })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.deepEqual([answer.json().state, answer.json().refundedAmount], ['refunded', 37])
})
