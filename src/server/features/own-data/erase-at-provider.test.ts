import assert from 'node:assert/strict'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { bought, ordered, started } from '../../../../tests/helpers/paying.ts'
import { type PayingShop, withCards, withCardsOnSqlite } from '../../../../tests/helpers/paying-shop.ts'
import { newAdmin, onBothEngines } from '../../../../tests/helpers/shop.ts'
import { finishErasures } from '../../jobs/finish-erasures.ts'
import * as erasures from '../../store/erasures.ts'

const emailIn = async (shop: PayingShop, intent: string) =>
  (await shop.provider(`payment_intents/${intent}`)).receipt_email

const toldAt = async (shop: PayingShop) =>
  (await shop.deps.db.read.selectFrom('erasures').select('provider_told_at').execute())[0]?.provider_told_at

/** Has one try that was called off, an order that is paid and sent, and one whose payment is open. */
async function customerWithAll(shop: PayingShop): Promise<{ ann: Customer; paid: string; open: string }> {
  const admin = await newAdmin(shop)
  const { ann, order, item, intent: paid } = await bought(shop)
  await admin.call('POST', '/api/booking/send', { orders: [{ id: order._id }] })
  const tried = (await ann.order(item, 1)).json()
  await started(ann, tried)
  assert.equal((await ann.call('DELETE', `/api/myBooking/${tried._id}`)).statusCode, 204)
  const open = await started(ann, (await ann.order(item, 1)).json())
  return { ann, paid, open }
}

/** Fails where the first payment that refuses ends it, and where what is called off keeps its e-mail. */
withCardsOnSqlite(
  'the e-mail goes out of every payment in which the provider still changes anything',
  async shop => {
    const { ann, paid, open } = await customerWithAll(shop)
    assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
    assert.deepEqual([await emailIn(shop, paid), await emailIn(shop, open)], [null, null])
    assert.ok(await toldAt(shop), 'it is done')
  },
)

/** Fails where a payment that is being worked on is taken for done, or for a fault. */
withCards('a payment that is being processed is asked about again', async shop => {
  const { ann, order } = await ordered(shop)
  const intent = await started(ann, order)
  await shop.turn({ processingMs: 60_000 })
  await shop.charge(intent)
  assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
  await finishErasures(shop.deps)
  assert.equal(await toldAt(shop), null)
  assert.equal(await emailIn(shop, intent), ann.email)
})

/** Fails where the oldest come first each time: the others never get their turn. */
onBothEngines('erasures of which the provider was not told take turns', async ({ deps: { db } }) => {
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
