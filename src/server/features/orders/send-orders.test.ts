import assert from 'node:assert/strict'
import type { CompiledQuery, QueryResult } from 'kysely'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { confirmPaid, placePaidOrder, startCardPayment } from '../../../../tests/helpers/paying.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { isSerializationFailure } from '../../db/engine/faults.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'
import { undoMs } from './send-orders.ts'

const send = (admin: Customer, ...orders: object[]) => admin.call('POST', '/api/booking/send', { orders })

const stateOf = async (ann: Customer, id: string) =>
  (await ann.call('GET', `/api/booking/${id}`)).json<{ state: string }>().state

const storyOf = async (ann: Customer, id: string) =>
  (await ann.call('GET', `/api/booking/${id}/timeline`)).json<{ what: string }[]>().map(({ what }) => what)

const subjectsTo = async (shop: CardShop, { email }: Customer) =>
  (await shop.mails(email)).map(({ subject }) => subject)

/** Refunds an order at the provider. */
async function refundAt(shop: CardShop, intent: string): Promise<void> {
  const body = JSON.stringify({})
  const headers = { 'content-type': 'application/json' }
  const url = `${shop.cardsUrl}/stripe/test/${intent}/refund`
  const answer = await fetch(url, { method: 'POST', headers, body })
  assert.equal(answer.status, 200, await answer.text())
}

withCardsOnSqlite('sending a paid order updates its state and timeline, and sends an email', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await placePaidOrder(shop)
  const sent = await send(admin, { id: order._id, carrier: 'Post', tracking: '1Z <42>' })
  assert.equal(sent.statusCode, 200, sent.body)
  const [wire] = sent.json()
  assert.deepEqual(
    [wire.state, wire.paid, wire.carrier, wire.tracking, typeof wire.sentAt],
    ['sent', true, 'Post', '1Z <42>', 'string'],
  )
  await sendOutbox(shop.deps, shop.deps.mail)
  assert.deepEqual(await subjectsTo(shop, ann), ['Your receipt for Test Tray'], 'it can still be taken back')
  shop.travel(undoMs)
  await sendOutbox(shop.deps, shop.deps.mail)
  const message = (await shop.mails(ann.email)).find(({ subject }) => subject === 'Test Tray is on its way')
  assert.match(message?.text ?? '', new RegExp(`\\(${order.number}, [^]*Carrier: Post\nTracking: 1Z <42>`))
  for (const [reader, who] of [
    [admin, admin.email],
    // Customers do not see the email addresses of admins.
    [ann, 'shop'],
  ] as const) {
    const timeline = (await reader.call('GET', `/api/booking/${order._id}/timeline`)).json()
    const { by, detail } = timeline.find(({ what }: { what: string }) => what === 'sent')
    assert.deepEqual([by, detail], [who, 'Post, 1Z <42>'])
    assert.equal(timeline[0].by, 'customer')
  }
})

/** Fails if the first parcel's number is given to all of them: customers would follow somebody else's. */
withCards('each order is sent with its own carrier and number', async shop => {
  const admin = await newAdmin(shop)
  const [first, second, third] = [
    await placePaidOrder(shop),
    await placePaidOrder(shop),
    await placePaidOrder(shop),
  ]
  const sent = await send(
    admin,
    { id: first.order._id, carrier: 'DHL', tracking: '0001' },
    { id: second.order._id, carrier: 'UPS', tracking: '0002' },
    { id: third.order._id },
  )
  assert.equal(sent.statusCode, 200, sent.body)
  for (const [{ ann, order }, carrier, tracking] of [
    [first, 'DHL', '0001'],
    [second, 'UPS', '0002'],
    [third, null, null],
  ] as const) {
    const now = (await ann.call('GET', `/api/booking/${order._id}`)).json()
    assert.deepEqual([now.carrier, now.tracking], [carrier, tracking])
  }
})

/** Fails if the shelf count omits paid orders that were not sent yet: a stocktake would subtract them twice. */
withCards('a paid order counts as on the shelf until it is sent', async shop => {
  const admin = await newAdmin(shop)
  const { item, order } = await placePaidOrder(shop)
  const onShelf = async () => (await admin.call('GET', `/api/item/${item._id}`)).json().onShelf
  assert.equal(await onShelf(), 10)
  assert.equal((await send(admin, { id: order._id })).statusCode, 200)
  assert.equal(await onShelf(), 8)
  assert.equal((await admin.call('POST', `/api/booking/${order._id}/unsend`)).statusCode, 200)
  assert.equal(await onShelf(), 10)
})

withCardsOnSqlite('either all orders are sent or none; the refusal names the ids at fault', async shop => {
  const admin = await newAdmin(shop)
  const [first, second] = [await placePaidOrder(shop), await placePaidOrder(shop)]
  const { _id: unpaid } = (await first.ann.order(first.item)).json()
  const unknown = '0199a000-0000-7000-8000-000000000000'
  const refused = await send(admin, { id: first.order._id }, { id: unpaid }, { id: unknown })
  assert.equal(refused.statusCode, 409)
  const { code, ids } = refused.json()
  assert.deepEqual([code, ids], ['not_sendable', [unpaid, unknown]])
  assert.equal(await stateOf(first.ann, first.order._id), 'paid')
  assert.ok(!(await storyOf(first.ann, first.order._id)).includes('sent'))
  const both = await send(admin, { id: second.order._id }, { id: first.order._id })
  assert.deepEqual(
    both.json().map(({ _id }: { _id: string }) => _id),
    [second.order._id, first.order._id],
  )
  const twice = await send(admin, { id: unpaid }, { id: unpaid })
  assert.deepEqual([twice.statusCode, twice.json().code], [400, 'bad_input'])
})

/** Transactions that the database aborted because of others, and that were retried. */
function countRetries({ deps: { db } }: CardShop): unknown[] {
  const retried: unknown[] = []
  const begin = db.engine.begin.bind(db.engine)
  db.engine.begin = async how => {
    const open = await begin(how)
    const execute = open.executeQuery.bind(open)
    open.executeQuery = <R>(query: CompiledQuery) =>
      (execute(query) as Promise<QueryResult<R>>).catch(error => {
        if (isSerializationFailure(error)) retried.push(error)
        throw error
      })
    return open
  }
  return retried
}

/**
 * Without the lock both requests find the order paid, and the customer gets two emails. If the rows are locked in the
 * order of the request, PostgreSQL detects a deadlock and aborts one.
 */
withCards('if admins send the same orders concurrently, one of them succeeds', async shop => {
  const admin = await newAdmin(shop)
  const orders = [await placePaidOrder(shop), await placePaidOrder(shop), await placePaidOrder(shop)].map(
    ({ order }) => order._id,
  )
  const retried = countRetries(shop)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      send(admin, ...(i % 2 ? orders : orders.toReversed()).map(id => ({ id }))),
    ),
  )
  const codes = answers.map(({ statusCode }) => statusCode).sort()
  assert.deepEqual(codes, [200, ...Array<number>(7).fill(409)])
  assert.deepEqual(retried, [])
  for (const id of orders) {
    const story = (await admin.call('GET', `/api/booking/${id}/timeline`)).json<{ what: string }[]>()
    assert.equal(story.filter(({ what }) => what === 'sent').length, 1)
  }
})

/** Fails if sending checks only whether the order was paid. */
withCardsOnSqlite('a fully refunded order is not sent, and its state says so', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order, intent } = await placePaidOrder(shop)
  await refundAt(shop, intent)
  await eventually(async () => (await stateOf(ann, order._id)) === 'refunded', 'the refund')
  assert.equal((await send(admin, { id: order._id })).json().code, 'not_sendable')
  const { paid, refundedAmount } = (await ann.call('GET', `/api/booking/${order._id}`)).json()
  assert.deepEqual([paid, refundedAmount], [true, 37])
  assert.equal((await confirmPaid(ann, order._id, intent)).statusCode, 200)
})

/** Fails if sending checks the order before locking it, or checks only whether it was paid. */
withCards('sending and unsending race a refund: nothing is sent once the money is refunded', async shop => {
  const admin = await newAdmin(shop)
  for (let round = 0; round < 3; round++) {
    const { ann, order, intent } = await placePaidOrder(shop)
    const refunding = refundAt(shop, intent)
    while ((await send(admin, { id: order._id })).statusCode === 200) {
      await assertNoneSentAfter(ann, order._id)
      await admin.call('POST', `/api/booking/${order._id}/unsend`)
    }
    await refunding
    assert.equal(await stateOf(ann, order._id), 'refunded')
    await assertNoneSentAfter(ann, order._id)
    const { sentAt } = (await ann.call('GET', `/api/booking/${order._id}`)).json()
    const moves = (await storyOf(ann, order._id)).filter(what => what === 'sent' || what === 'unsent')
    assert.equal(sentAt !== null, moves.at(-1) === 'sent')
  }
})

async function assertNoneSentAfter(ann: Customer, id: string): Promise<void> {
  const story = await storyOf(ann, id)
  const refunded = story.indexOf('refunded')
  assert.ok(refunded === -1 || story.lastIndexOf('sent') < refunded, story.join())
}

withCardsOnSqlite('owners and admins see the complete timeline of an order', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order, intent } = await placePaidOrder(shop, async (buyer, placed) => {
    const first = await startCardPayment(buyer, placed)
    await shop.charge(first, 'pm_card_visa_chargeDeclined').catch(() => undefined)
    await startCardPayment(buyer, placed)
    return first
  })
  await sendOutbox(shop.deps, shop.deps.mail)
  const answer = await ann.call('GET', `/api/booking/${order._id}/timeline`)
  const story = answer.json<{ what: string; by: string; detail: string | null }[]>()
  assert.deepEqual(
    story.map(({ what }) => what),
    ['placed', 'payment_opened', 'declined', 'paid', 'receipt_sent'],
  )
  assert.match(story[2]?.detail ?? '', /declined/i)
  assert.equal(story[0]?.by, 'customer')
  assert.match(story[3]?.by ?? '', /^(page|webhook)$/)
  assert.equal(story[3]?.detail, intent)
  assert.equal((await admin.call('GET', `/api/booking/${order._id}/timeline`)).body, answer.body)
})
