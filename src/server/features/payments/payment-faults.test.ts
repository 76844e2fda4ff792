import assert from 'node:assert/strict'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../tests/helpers/card-shop.ts'
import {
  confirmPaid,
  minute,
  paid,
  placeTestOrder,
  readOrder,
  refundsOf,
  removeWithoutCanceling,
  setPayment,
  startCardPayment,
} from '../../../../tests/helpers/paying.ts'
import { reconcilePayments } from '../../jobs/reconcile-payments.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'

/** Without settlePayment() in the reconciler the order stays unpaid. */
withCardsOnSqlite('every webhook lost: the reconciler finds the money', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  await shop.setCardFaults({ webhookDrop: true })
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  await reconcilePayments(shop.deps, shop.deps.cards)
  assert.equal((await readOrder(ann, order._id)).paid, false, 'too fresh to be asked about')
  shop.travel(minute)
  await reconcilePayments(shop.deps, shop.deps.cards)
  assert.equal((await readOrder(ann, order._id)).paid, true)
})

/** Without outcomeOf's 'already_kept' and the email's fixed id, 40 receipts are sent. */
withCards('webhooks 50 times, out of order, mixed with PATCH: paid once, one receipt', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  await shop.setCardFaults({ webhookDuplicates: 49, webhookReorder: true })
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  await Promise.all([1, 2, 3].map(() => confirmPaid(ann, order._id, intent)))
  await eventually(async () => {
    const { data } = await shop.readFromProvider('events?delivery_success=false')
    return (data as unknown[]).length === 0
  }, 'all deliveries')
  await sendOutbox(shop.deps, shop.deps.mail)
  await sendOutbox(shop.deps, shop.deps.mail)
  assert.equal((await shop.mails(ann.email)).length, 1)
  assert.equal((await readOrder(ann, order._id)).transactionId, intent)
})

/** With a new idempotency key for each try there are two payments at the provider, and both could be charged. */
withCardsOnSqlite('a lost reply of the provider: one payment, one charge', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  // The library retries three times; the customer's second try is a new call.
  await shop.setCardFaults({ dropReplyCreate: 3, webhookDrop: true })
  assert.equal((await ann.call('POST', '/api/create-payment-intent', order)).statusCode, 502)
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, order._id, intent)).statusCode, 200)
  assert.equal(((await shop.readFromProvider('payment_intents')).data as unknown[]).length, 1)
})

/** If every provider error is treated as final, the refusal has no Retry-After header. */
withCardsOnSqlite('during a provider outage paying can be retried, and the catalogue works', async shop => {
  const { ann, item, order } = await placeTestOrder(shop)
  await shop.setCardFaults({ answer500: -1 })
  const answer = await ann.call('POST', '/api/create-payment-intent', order)
  assert.deepEqual([answer.statusCode, answer.json().code], [502, 'provider_failed'])
  assert.ok(answer.headers['retry-after'])
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).statusCode, 200)
  await shop.setCardFaults({ answer500: 0 })
  await shop.charge(await startCardPayment(ann, order))
  await eventually(paid(ann, order._id), 'the order to be paid')
})

/** Without refundPayment() in settle-payment.ts and in the reconciler, the shop keeps the money. */
withCardsOnSqlite('money for a removed order is refunded once, with an email', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  await shop.setCardFaults({ webhookDrop: true })
  const intent = await startCardPayment(ann, order)
  await removeWithoutCanceling(shop, order)
  await shop.charge(intent)
  shop.travel(minute)
  await reconcilePayments(shop.deps, shop.deps.cards)
  await reconcilePayments(shop.deps, shop.deps.cards)
  assert.deepEqual(await refundsOf(shop, intent), [3700])
  await sendOutbox(shop.deps, shop.deps.mail)
  const messages = await shop.mails(ann.email)
  assert.deepEqual(
    messages.map(message => message.subject),
    ['We’ve refunded your payment for Test Tray'],
  )
})

/** With a new key for each try and without a check for charge_already_refunded, the refund stays due forever. */
withCards('a refund is not made twice if its reply is lost', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  await shop.setCardFaults({ webhookDrop: true, dropReplyRefund: 3 })
  const intent = await startCardPayment(ann, order)
  await shop.deps.db.write(async tx => {
    await tx.updateTable('payments').set({ amount_minor: 1850 }).execute()
    await tx.updateTable('payment_orders').set({ amount_minor: 1850 }).execute()
  })
  await shop.charge(intent)
  const first = await confirmPaid(ann, order._id, intent)
  assert.ok([409, 502].includes(first.statusCode), first.body)
  await reconcilePayments(shop.deps, shop.deps.cards)
  assert.deepEqual(await refundsOf(shop, intent), [3700])
  assert.equal((await readOrder(ann, order._id)).paid, false)
})

/** If the order is removed before its payment is canceled, the card is charged for a removed order. */
withCards('paying while removing, 20 times: either paid, or removed and refunded', async shop => {
  const item = await shop.item({ price: 5, availableQuantity: 100 })
  for (let round = 0; round < 20; round++) {
    const ann = await shop.customer()
    const order = (await ann.order(item)).json()
    const intent = await startCardPayment(ann, order)
    const [, removal] = await Promise.all([
      shop.charge(intent).catch(() => undefined),
      ann.call('DELETE', `/api/myBooking/${order._id}`),
    ])
    const status = (await shop.readFromProvider(`payment_intents/${intent}`)).status
    if (removal.statusCode === 204) {
      assert.equal(status, 'canceled')
    } else {
      assert.equal(removal.json().code, 'already_paid')
      assert.equal(status, 'succeeded')
      assert.equal((await readOrder(ann, order._id)).paid, true)
    }
  }
})

const forget = (shop: CardShop, orderId: string) =>
  setPayment(shop, orderId, { intent_id: `pi_gone_${orderId}` })

/** If the old payment is not closed, the new one counts as 'foreign': charged, but neither booked nor refunded. */
withCardsOnSqlite(
  'a payment that the provider does not know (after a change of keys) is replaced by a new one',
  async shop => {
    const { ann, order } = await placeTestOrder(shop)
    const first = await startCardPayment(ann, order)
    await forget(shop, order._id)
    const second = await startCardPayment(ann, order)
    assert.notEqual(second, first)
    await shop.charge(second)
    assert.equal((await confirmPaid(ann, order._id, second)).statusCode, 200)

    const other = (await ann.order(await shop.item())).json()
    await startCardPayment(ann, other)
    await forget(shop, other._id)
    assert.equal((await ann.call('DELETE', `/api/myBooking/${other._id}`)).statusCode, 204)
  },
)

/** If only successful checks are recorded, 50 payments that always fail block all others. */
withCardsOnSqlite('a payment that cannot be checked does not block the others', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  await shop.setCardFaults({ webhookDrop: true })
  await startCardPayment(ann, order)
  shop.travel(minute)
  await shop.setCardFaults({ answer500: -1 })
  await assert.rejects(reconcilePayments(shop.deps, shop.deps.cards))
  await shop.setCardFaults({ answer500: 0 })
  const { checked_at } = await shop.deps.db.read
    .selectFrom('payments')
    .select('checked_at')
    .executeTakeFirstOrThrow()
  assert.ok(checked_at > shop.deps.now() - minute / 2)
})

/** Fails if the buyer reads that the provider is down. adapters/stripe-api.test.ts covers the retries. */
withCardsOnSqlite(
  'if the provider’s rate limit is reached, the buyer gets a clear message and can pay later',
  async shop => {
    const { ann, order } = await placeTestOrder(shop)
    await shop.setCardFaults({ answer429: -1 })
    for (let n = 0; n < 6; n++) {
      const busy = await ann.call('POST', '/api/create-payment-intent', order)
      assert.deepEqual([busy.statusCode, busy.json().code], [502, 'provider_failed'])
      assert.match(
        busy.json().detail,
        /^The card provider is very busy right now\. Nothing was charged\. Please try again/,
      )
    }
    await shop.setCardFaults({ answer429: 0 })
    await startCardPayment(ann, order)
  },
)
