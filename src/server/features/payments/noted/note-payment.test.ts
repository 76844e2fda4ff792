import assert from 'node:assert/strict'
import type { Order, OrderEvent } from '#contract/orders.ts'
import { dayAfter } from '#domain/day.ts'
import { paidWords } from '#domain/noted-payment.ts'
import { withCards, withCardsOnSqlite } from '../../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../../tests/helpers/content.ts'
import { markPaid, todayIn, twoUnpaid } from '../../../../../tests/helpers/noted-payments.ts'
import { availableQuantityOf, paymentsOf, readOrder } from '../../../../../tests/helpers/paying.ts'
import { textsIn } from '../../../../../tests/helpers/pdf-text.ts'
import { newAdmin, onSqlite } from '../../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../../books/invariants.ts'
import { releaseHolds } from '../../../jobs/release-holds.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'

withCards(
  'an admin marks two orders as paid by transfer; receipt, invoice and timeline say so',
  async shop => {
    const { admin, ann, ids } = await twoUnpaid(shop)
    const date = dayAfter(todayIn(shop), -3)
    const words = paidWords({ method: 'transfer', on: date })
    const wish = { with: [ids[1]], method: 'transfer', amount: 49.5, date, note: 'Statement 44' }
    const answer = await markPaid(shop, admin, ids[0], wish)
    assert.equal(answer.statusCode, 200, answer.body)
    const paid = answer.json<Order[]>()
    assert.deepEqual(
      paid.map(({ state, paidAmount, paidBy }) => [state, paidAmount, paidBy]),
      [
        ['paid', 37, { method: 'transfer', on: date }],
        ['paid', 12.5, { method: 'transfer', on: date }],
      ],
    )
    assert.match(paid[0]?.transactionId ?? '', /^noted_\w{32}$/)
    assert.deepEqual(await readOrder(ann, ids[0]), paid[0])

    await sendOutbox(shop.deps, shop.deps.mail)
    const [receipt, ...more] = await shop.mails(ann.email)
    assert.deepEqual(more, [])
    assert.match(receipt?.text ?? '', new RegExp(`Paid together: \\$49\\.50.+Payment: ${words}`, 's'))
    assert.doesNotMatch(receipt?.text ?? '', /noted_|Transaction/)

    const invoices = (await ann.call('GET', `/api/booking/${ids[1]}/invoices`)).json()
    assert.deepEqual(
      invoices.map(({ number }: { number: string }) => number),
      ['INV-1001'],
    )
    const pdf = await ann.call('GET', `/api/booking/${ids[1]}/invoice.pdf?number=INV-1001`)
    const texts = textsIn(pdf.rawPayload)
    assert.ok(texts.join('').includes(words), texts.join('|'))
    assert.ok(!texts.join('').includes('Transaction'), texts.join('|'))

    const storyFor = async (who: typeof ann) =>
      (await who.call('GET', `/api/booking/${ids[0]}/timeline`))
        .json<OrderEvent[]>()
        .slice(1)
        .map(({ what, by, detail }) => [what, by, detail])
    assert.deepEqual(await storyFor(admin), [
      ['payment_noted', admin.email, 'Statement 44'],
      ['paid', admin.email, words],
      ['receipt_sent', 'shop', null],
    ])
    assert.deepEqual(await storyFor(ann), [
      ['paid', 'shop', words],
      ['receipt_sent', 'shop', null],
    ])
    const [entry] = (await admin.call('GET', '/api/audit?limit=1')).json()
    assert.equal(entry.what, 'payment_noted')
  },
)

withCards(
  'an amount, a day or an order that is wrong is refused at its field, without effect',
  async shop => {
    const { admin, ann, ids } = await twoUnpaid(shop)
    const bob = await shop.customer()
    const other: Order = (await bob.order(await shop.item({ price: 5 }))).json()
    const refused = async (id: string, wish: object, status: number, expected: object | string) => {
      const answer = await markPaid(shop, admin, id, { amount: 37, ...wish })
      assert.equal(answer.statusCode, status, answer.body)
      const { fields, code } = answer.json()
      assert.deepEqual(typeof expected === 'string' ? code : fields, expected)
    }
    const today = todayIn(shop)
    await refused(ids[0], { amount: 36.99 }, 400, { amount: 'This order costs $37.' })
    await refused(ids[0], { with: [ids[1]] }, 400, { amount: 'These 2 orders cost $49.50.' })
    await refused(ids[0], { with: [ids[0]], amount: 74 }, 400, { amount: 'This order costs $37.' })
    await refused(ids[0], { date: dayAfter(today, 1) }, 400, { date: 'This day has not come yet.' })
    await refused(ids[0], { date: dayAfter(today, -367) }, 400, { date: 'This is more than a year ago.' })
    await refused(ids[0], { method: 'card' }, 400, { method: 'Choose how the money came.' })
    await refused(ids[0], { with: [other._id], amount: 42 }, 400, {
      with: 'Orders that are paid together must be of one customer.',
    })
    await refused('0199a000-0000-7000-8000-000000000000', {}, 404, 'not_found')
    await ann.call('DELETE', `/api/myBooking/${ids[1]}`)
    await refused(ids[1], { amount: 12.5 }, 404, 'not_found')
    const removed = await markPaid(shop, admin, ids[1], { amount: 12.5 })
    assert.equal(removed.json().detail, 'This order was removed.')
    const together = await markPaid(shop, admin, ids[0], { with: [ids[1]], amount: 49.5 })
    assert.equal(together.json().detail, 'Test Cup: This order was removed.')
    assert.deepEqual(await paymentsOf(shop.deps.db.read, ids[0]), [])
    assert.equal((await markPaid(shop, admin, ids[0], { amount: 37 })).statusCode, 200)
    await refused(ids[0], {}, 409, 'already_paid')
    assert.equal((await paymentsOf(shop.deps.db.read, ids[0])).length, 1)
  },
)

withCardsOnSqlite(
  'an order of an erased customer, or one that a charge may have paid, is not marked',
  async shop => {
    const { admin, ids } = await twoUnpaid(shop)
    const set = (row: object) =>
      shop.deps.db.write(tx => tx.updateTable('orders').set(row).where('id', '=', ids[0]).execute())
    const codeOf = async () => (await markPaid(shop, admin, ids[0], { amount: 37 })).json().code
    await set({ payment_unmatched_at: 1 })
    assert.equal(await codeOf(), 'payment_unmatched')
    await set({ payment_unmatched_at: null, email: '' })
    assert.equal(await codeOf(), 'user_not_found')
    await set({ email: 'ann@example.com' })
    assert.equal(await codeOf(), undefined)
  },
)

/** Fails if the key is ignored, or if concurrent requests with one key do not wait for each other. */
withCards('an idempotency key marks once, and belongs to one payment and one admin', async shop => {
  const { admin, ids } = await twoUnpaid(shop)
  const wish = { with: [ids[1]], amount: 49.5 }
  const clicks = await Promise.all(
    Array.from({ length: 6 }, () => markPaid(shop, admin, ids[0], wish, 'click')),
  )
  for (const { statusCode, body } of clicks) assert.equal(statusCode, 200, body)
  assert.deepEqual(new Set(clicks.map(({ body }) => body)).size, 1)
  assert.equal((await paymentsOf(shop.deps.db.read, ids[0])).length, 1)
  const date = dayAfter(todayIn(shop), -1)
  for (const changed of [{ amount: 37 }, { with: [] }, { method: 'transfer' }, { date }]) {
    const answer = await markPaid(shop, admin, ids[0], { ...wish, ...changed }, 'click')
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'idempotency_conflict'])
  }
  const other = await newAdmin(shop)
  assert.equal((await markPaid(shop, other, ids[0], wish, 'click')).json().code, 'already_paid')
})

/** Without the lock of the orders, both admins would mark them on PostgreSQL. */
withCards('two admins mark the same orders at once; one payment is noted', async shop => {
  const { admin, ids } = await twoUnpaid(shop)
  const other = await newAdmin(shop)
  const answers = await Promise.all([
    markPaid(shop, admin, ids[0], { with: [ids[1]], amount: 49.5 }),
    markPaid(shop, other, ids[1], { with: [ids[0]], amount: 49.5 }),
    markPaid(shop, other, ids[0], { amount: 37 }),
  ])
  const codes = answers.map(answer => answer.json().code ?? 'paid')
  assert.deepEqual(codes.toSorted(), ['already_paid', 'already_paid', 'paid'])
  assert.equal((await paymentsOf(shop.deps.db.read, ids[0])).length, 1)
})

withCards('a lapsed order takes its stock again, or is refused if someone else has it', async shop => {
  const { admin, cup, tray, ids } = await twoUnpaid(shop)
  shop.travel(31 * 60_000)
  await releaseHolds(shop.deps)
  const bob = await shop.customer()
  assert.equal((await bob.order(cup)).statusCode, 201)
  const refused = await markPaid(shop, admin, ids[0], { with: [ids[1]], amount: 49.5 })
  assert.deepEqual(
    [refused.statusCode, refused.json().detail],
    [409, 'Test Cup: This item is sold out.'],
    refused.body,
  )
  assert.equal(await availableQuantityOf(shop, tray._id), 10)
  assert.equal((await markPaid(shop, admin, ids[0], { amount: 37 })).statusCode, 200)
  assert.equal(await availableQuantityOf(shop, tray._id), 8)
})

onSqlite('the day of the payment decides about the tax rate', async shop => {
  const today = todayIn(shop)
  const taxRates = [
    { name: 'Standard', percent: 20, from: '2020-01-01' },
    { name: 'Standard', percent: 10, from: dayAfter(today, -1) },
  ]
  await changeContent(shop, { taxRates })
  const { admin, ids } = await twoUnpaid(shop)
  const rateOf = async (id: string) =>
    (await admin.call('GET', `/api/booking/${id}/invoices`)).json()[0].taxes[0].percent
  await markPaid(shop, admin, ids[0], { amount: 37, date: dayAfter(today, -2) })
  await markPaid(shop, admin, ids[1], { amount: 12.5, date: dayAfter(today, -1) })
  assert.deepEqual([await rateOf(ids[0]), await rateOf(ids[1])], [20, 10])
})

/** Fails if money that came by transfer cannot contain delivery, or if goods that are fetched must cost it. */
withCards('the amount says whether delivery was paid', async shop => {
  const { admin, ids } = await twoUnpaid(shop)
  await changeContent(shop, { deliveryPrice: { price: 4.9, freeFrom: null } })
  const refused = await markPaid(shop, admin, ids[0], { amount: 36 })
  assert.deepEqual(refused.json().fields, {
    amount: 'This order costs $41.90 with delivery, or $37 without.',
  })
  const [fetched] = (await markPaid(shop, admin, ids[0], { amount: 37, method: 'cash' })).json<Order[]>()
  assert.deepEqual([fetched?.paidAmount, fetched?.paidDelivery], [37, 0])
  const [sent] = (await markPaid(shop, admin, ids[1], { amount: 17.4 })).json<Order[]>()
  assert.deepEqual([sent?.paidAmount, sent?.paidDelivery], [17.4, 4.9])
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})
