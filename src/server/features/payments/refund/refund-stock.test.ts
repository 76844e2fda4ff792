import assert from 'node:assert/strict'
import type { ManagedItem, StockEntry } from '#contract/managed-items.ts'
import { maxQuantity } from '#domain/stock.ts'
import { withCards, withCardsOnSqlite } from '../../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../../tests/helpers/customers.ts'
import { readOrder } from '../../../../../tests/helpers/paying.ts'
import { actAtProvider, paidOrder, refund, refundAmountsOf } from '../../../../../tests/helpers/refunding.ts'
import { comparePayments } from '../../../jobs/compare-payments.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'

const booksOf = async (admin: Customer, id: string) => {
  const item = (await admin.call('GET', `/api/item/${id}`)).json<ManagedItem>()
  return [item.availableQuantity, item.sold, item.stocked, item.onShelf]
}

const send = (admin: Customer, id: string) => admin.call('POST', '/api/booking/send', { orders: [{ id }] })

const storyOf = async (admin: Customer, id: string) =>
  (await admin.call('GET', `/api/booking/${id}/timeline`)).json<{ what: string }[]>().map(({ what }) => what)

/** Fails if the units of an unsent order are counted twice on the shelf. */
withCardsOnSqlite(
  'units of an unsent order return as new stock, and the shelf count stays the same',
  async shop => {
    const { admin, item, id, number } = await paidOrder(shop)
    assert.deepEqual(await booksOf(admin, item._id), [5, 5, 10, 10])
    await refund(admin, id, { amount: 25, restock: 2 })
    assert.deepEqual(await booksOf(admin, item._id), [7, 5, 12, 10])
    const ledger = (await admin.call('GET', `/api/item/${item._id}/stock`)).json<StockEntry[]>()
    assert.deepEqual(
      [ledger[0]?.change, ledger[0]?.reason, ledger[0]?.by],
      [2, `Back from ${number}: Scratched lid`, admin.email],
    )
    assert.equal(
      (await refund(admin, id, { amount: 1, restock: 4 })).json().fields.restock,
      'Enter at most 3.',
    )
    await refund(admin, id, { restock: true })
    assert.deepEqual(await booksOf(admin, item._id), [10, 5, 15, 10])
  },
)

withCardsOnSqlite('units of a sent order return to the shelf, even if the item was removed', async shop => {
  const { admin, item, id } = await paidOrder(shop)
  await send(admin, id)
  assert.deepEqual(await booksOf(admin, item._id), [5, 5, 10, 5])
  assert.equal((await admin.call('DELETE', `/api/item/${item._id}`)).statusCode, 204)
  assert.equal((await refund(admin, id, { amount: 5, restock: 1 })).statusCode, 200)
  assert.deepEqual(await booksOf(admin, item._id), [6, 5, 11, 6])
  const whole = (await refund(admin, id)).json()
  assert.deepEqual([whole.state, whole.restockedQuantity, typeof whole.sentAt], ['refunded', 1, 'string'])
})

/** Fails if the stock is changed outside the refund's transaction. */
withCardsOnSqlite('if the shelf is full, neither the units nor the money are returned', async shop => {
  const { admin, ann, item, id } = await paidOrder(shop)
  const rest = { change: maxQuantity - 5, reason: 'A large delivery' }
  assert.equal((await admin.call('POST', `/api/item/${item._id}/stock`, rest)).statusCode, 200)
  const answer = await refund(admin, id, { amount: 5, restock: 1 })
  assert.deepEqual(
    [answer.statusCode, answer.json().fields.restock],
    [400, 'An item can have at most 1,000,000 available.'],
  )
  assert.deepEqual(refundAmountsOf(await readOrder(ann, id)), [0, 0, 62.5])
  assert.ok(!(await storyOf(admin, id)).includes('refund_asked'))
})

withCardsOnSqlite(
  'the rest of a partly refunded order is sent, and the email has the quantity',
  async shop => {
    const { admin, ann, id } = await paidOrder(shop)
    await refund(admin, id, { amount: 25, restock: 2 })
    assert.equal((await send(admin, id)).statusCode, 200)
    // The email is delayed so that sending can be undone.
    shop.travel(120_000)
    await sendOutbox(shop.deps, shop.deps.mail)
    const message = (await shop.mails(ann.email)).find(({ subject }) => subject === 'Test Tray is on its way')
    assert.match(message?.text ?? '', /^In the parcel: 3 of 5$/m)
    const bare = await paidOrder(shop)
    await refund(bare.admin, bare.id, { amount: 60, restock: true })
    assert.equal((await send(admin, bare.id)).json().code, 'not_sendable', 'there is nothing to send')
  },
)

/** Fails if only completed refunds prevent an order from being sent. */
withCardsOnSqlite('an order with a pending refund is not sent unless the refund fails', async shop => {
  const { admin, ann, id, intent } = await paidOrder(shop)
  await shop.setCardFaults({ refundStatus: 'pending', webhookDrop: true })
  await refund(admin, id)
  assert.equal((await readOrder(ann, id)).state, 'paid')
  assert.equal((await send(admin, id)).json().code, 'not_sendable')
  const { data } = (await shop.readFromProvider(`refunds?payment_intent=${intent}`)) as {
    data: { id: string }[]
  }
  await actAtProvider(shop, data[0]?.id ?? '', 'fail')
  await comparePayments(shop.deps, shop.deps.cards)
  assert.deepEqual(refundAmountsOf(await readOrder(ann, id)), [0, 0, 62.5])
  assert.equal((await send(admin, id)).statusCode, 200)
})

/** Fails if sending or refunding does not lock the order: it would be sent after its refund. */
withCards('sending races a full refund: the first one wins, and a refunded order is not sent', async shop => {
  for (let round = 0; round < 6; round++) {
    const { admin, ann, id } = await paidOrder(shop)
    const early = round % 2 ? send(admin, id) : undefined
    const [back, sent] = await Promise.all([refund(admin, id), early ?? send(admin, id)])
    assert.equal(back.statusCode, 200, back.body)
    const story = await storyOf(admin, id)
    assert.equal(story.includes('sent'), sent.statusCode === 200)
    if (story.includes('sent')) assert.ok(story.indexOf('sent') < story.indexOf('refund_asked'))
    else assert.equal(sent.json().code, 'not_sendable')
    assert.equal((await readOrder(ann, id)).state, 'refunded')
  }
})
