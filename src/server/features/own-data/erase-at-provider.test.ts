import assert from 'node:assert/strict'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { placePaidOrder, placeTestOrder, startCardPayment } from '../../../../tests/helpers/paying.ts'
import { newAdmin, onBothEngines } from '../../../../tests/helpers/shop.ts'
import { finishErasures } from '../../jobs/finish-erasures.ts'
import * as erasures from '../../store/erasures.ts'

const emailIn = async (shop: CardShop, intent: string) =>
  (await shop.readFromProvider(`payment_intents/${intent}`)).receipt_email

const doneAt = async (shop: CardShop) =>
  (await shop.deps.db.read.selectFrom('erasures').select('provider_told_at').execute())[0]?.provider_told_at

/** A customer with a canceled payment, a paid and sent order, and an order with an open payment. */
async function customerWithPayments(shop: CardShop): Promise<{ ann: Customer; paid: string; open: string }> {
  const admin = await newAdmin(shop)
  const { ann, order, item, intent: paid } = await placePaidOrder(shop)
  await admin.call('POST', '/api/booking/send', { orders: [{ id: order._id }] })
  const tried = (await ann.order(item, 1)).json()
  await startCardPayment(ann, tried)
  assert.equal((await ann.call('DELETE', `/api/myBooking/${tried._id}`)).statusCode, 204)
  const open = await startCardPayment(ann, (await ann.order(item, 1)).json())
  return { ann, paid, open }
}

/** Fails if the first refusal ends the loop, or if a canceled payment still has its email. */
withCardsOnSqlite(
  'the email is removed from every payment that the provider still allows to change',
  async shop => {
    const { ann, paid, open } = await customerWithPayments(shop)
    assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
    assert.deepEqual([await emailIn(shop, paid), await emailIn(shop, open)], [null, null])
    assert.ok(await doneAt(shop), 'the erasure is complete')
  },
)

/** Fails if a payment in processing is treated as done or as an error. */
withCards('a payment in processing is tried again later', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await shop.setCardFaults({ processingMs: 60_000 })
  await shop.charge(intent)
  assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
  await finishErasures(shop.deps)
  assert.equal(await doneAt(shop), null)
  assert.equal(await emailIn(shop, intent), ann.email)
})

/** Fails if the oldest always come first: the others would never be processed. */
onBothEngines('erasures pending at the provider take turns', async ({ deps: { db } }) => {
  const ids = ['u1', 'u2', 'u3']
  await db.write(async tx => {
    for (const [asked_at, user_id] of ids.entries())
      await tx
        .insertInto('erasures')
        .values({ user_id, asked_at, provider_told_at: null, cleaned_at: null })
        .execute()
    for (const id of await erasures.listPendingAtProvider(tx, 2)) await erasures.setTried(tx, id, 5)
    assert.equal((await erasures.listPendingAtProvider(tx, 1))[0], 'u3')
  })
})
