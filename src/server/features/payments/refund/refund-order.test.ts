import assert from 'node:assert/strict'
import fc from 'fast-check'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../../tests/helpers/customers.ts'
import { readOrder, refundsOf } from '../../../../../tests/helpers/paying.ts'
import { entriesOf, paidOrder, refund, refundAmountsOf } from '../../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'

const storyOf = async (admin: Customer, id: string) =>
  (await admin.call('GET', `/api/booking/${id}/timeline`)).json<
    { what: string; by: string; detail: string | null }[]
  >()

async function emailsTo(shop: CardShop, { email }: Customer) {
  await sendOutbox(shop.deps, shop.deps.mail)
  const messages = await shop.mails(email)
  return messages.filter(({ subject }) => subject.startsWith('We’ve refunded'))
}

withCards('an admin refunds a part and later the rest; order, emails and timeline show both', async shop => {
  const { admin, ann, id, intent } = await paidOrder(shop)
  const part = await refund(admin, id, { amount: 5 })
  assert.deepEqual([part.statusCode, refundAmountsOf(part.json())], [200, [5, 0, 57.5]], part.body)
  assert.deepEqual([part.json().state, part.json().refundedAt], ['paid', null])
  shop.travel(1)
  const rest = (await refund(admin, id, { reason: 'Never arrived' })).json()
  assert.deepEqual(refundAmountsOf(rest), [62.5, 0, 0])
  assert.deepEqual([rest.state, rest.paid, typeof rest.refundedAt], ['refunded', true, 'string'])
  assert.deepEqual(await refundsOf(shop, intent), [5750, 500])

  // Emails are sent in parallel, so their order varies.
  const messages = await emailsTo(shop, ann)
  const titled = (title: string) => messages.find(({ subject }) => subject.startsWith(title))
  const [first, second] = [
    titled('We’ve refunded $5 of your payment for Test Tray'),
    titled('We’ve refunded the rest of your payment for'),
  ]
  assert.equal(messages.length, 2)
  assert.match(first?.text ?? '', /\$5 of the \$62\.50 that you paid.+Refunded: \$5\nReason: Scratched lid/s)
  assert.match(second?.text ?? '', /Refunded: \$57\.50\nReason: Never arrived/)

  const told = (await storyOf(admin, id)).filter(({ what }) => what.startsWith('refund'))
  assert.deepEqual(
    told.map(({ what, by, detail }) => [what, by, detail]),
    [
      ['refund_asked', admin.email, '$5: Scratched lid'],
      ['refunded', 'shop', '$5'],
      ['refund_asked', admin.email, '$57.50: Never arrived'],
      ['refunded', 'shop', '$57.50'],
    ],
  )
  assert.deepEqual(
    (await entriesOf(admin, id)).map(({ amount, status, reason, note, by, restocked, failure }) => [
      [amount, status, reason, note, by, restocked, failure],
    ]),
    [
      [[57.5, 'succeeded', 'by_admin', 'Never arrived', admin.email, 0, null]],
      [[5, 'succeeded', 'by_admin', 'Scratched lid', admin.email, 0, null]],
    ],
  )
})

withCardsOnSqlite('a full refund is reported as full', async shop => {
  const { admin, ann, id } = await paidOrder(shop)
  await refund(admin, id)
  const [message, ...others] = await emailsTo(shop, ann)
  assert.deepEqual(others, [])
  assert.match(message?.subject ?? '', /^We’ve refunded your payment for Test Tray/)
  assert.match(message?.text ?? '', /everything you paid for this order: \$62\.50/)
})

withCardsOnSqlite(
  'a refund of an unpaid or unknown order, or of more than is left, is refused without effect',
  async shop => {
    const { admin, ann, item, id, intent } = await paidOrder(shop)
    const refused = async (order: string, wish: object, status: number, code: string) => {
      const answer = await refund(admin, order, wish)
      assert.deepEqual([answer.statusCode, answer.json().code], [status, code], JSON.stringify(wish))
      return answer.json()
    }
    const unpaid = (await ann.order(item)).json()._id
    await refused(unpaid, {}, 409, 'not_paid')
    assert.equal((await ann.call('DELETE', `/api/myBooking/${unpaid}`)).statusCode, 204)
    await refused(unpaid, {}, 409, 'not_paid')
    const unknown = '0199a000-0000-7000-8000-000000000000'
    await refused(unknown, {}, 404, 'not_found')
    assert.equal((await admin.call('GET', `/api/booking/${unknown}/refunds`)).statusCode, 404)
    for (const wish of [{ amount: 0 }, { amount: 0.001 }, { amount: -5 }, { amount: '5' }, { reason: ' ' }])
      await refused(id, wish, 400, 'bad_input')
    for (const restock of [-1, 1.5, 'all', null]) await refused(id, { restock }, 400, 'bad_input')
    const { fields } = await refused(id, { restock: 6 }, 400, 'bad_input')
    assert.deepEqual(fields, { restock: 'Enter at most 5.' })

    assert.equal((await refund(admin, id, { amount: 60 })).statusCode, 200)
    const { left, detail } = await refused(id, { amount: 2.51 }, 409, 'amount_too_high')
    assert.deepEqual([left, detail], [2.5, 'Only $2.50 is left to refund.'])
    assert.equal((await refund(admin, id, { amount: 2.5 })).statusCode, 200)
    await refused(id, {}, 409, 'nothing_to_refund')
    await refused(id, { amount: 1 }, 409, 'nothing_to_refund')
    assert.deepEqual((await refundsOf(shop, intent)).sort(), [250, 6000])
  },
)

/** Fails if the key is ignored: a double click would refund twice. */
withCardsOnSqlite('an idempotency key refunds once, and belongs to one refund and one admin', async shop => {
  const { admin, id, intent } = await paidOrder(shop)
  const other = await newAdmin(shop)
  const wish = { amount: 5, restock: 1 }
  const clicks = await Promise.all(Array.from({ length: 8 }, () => refund(admin, id, wish, 'click')))
  for (const { statusCode, body } of clicks) assert.equal(statusCode, 200, body)
  assert.deepEqual(await refundsOf(shop, intent), [500])
  for (const changed of [{ amount: 6 }, { reason: 'Another' }, { restock: 2 }, { restock: false }]) {
    const answer = await refund(admin, id, { ...wish, ...changed }, 'click')
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'idempotency_conflict'])
  }
  const elsewhere = await paidOrder(shop)
  assert.equal((await refund(admin, elsewhere.id, wish, 'click')).json().code, 'idempotency_conflict')
  assert.deepEqual(refundAmountsOf((await refund(other, id, wish, 'click')).json()), [10, 0, 52.5])
  const all = { restock: true }
  for (const _ of ['asked', 'asked again'])
    assert.deepEqual(refundAmountsOf((await refund(admin, id, all, 'rest')).json()), [62.5, 0, 0])
})

/** Fails without the order's lock: both admins see the whole amount and request more than was paid. */
withCards('two admins refund concurrently: the remaining amount is refunded once', async shop => {
  const { admin, ann, id, intent } = await paidOrder(shop)
  const other = await newAdmin(shop)
  const answers = await Promise.all(
    [admin, other, admin, other, admin, other].map(one => refund(one, id, { amount: 20, restock: 2 })),
  )
  const codes = answers.map(answer => (answer.statusCode === 200 ? 'done' : answer.json().code))
  // Two of the refunds return two units each; the others are refused because one unit is left.
  assert.deepEqual(codes.filter(code => code === 'done').length, 2, String(codes))
  assert.equal(codes.filter(code => code === 'bad_input').length, 4, String(codes))
  assert.deepEqual(await refundsOf(shop, intent), [2000, 2000])
  const whole = await Promise.all([admin, other, admin, other].map(one => refund(one, id)))
  assert.deepEqual(
    whole.map(({ statusCode }) => statusCode).sort(),
    [200, 409, 409, 409],
    whole.map(({ body }) => body).join(),
  )
  assert.deepEqual(refundAmountsOf(await readOrder(ann, id)), [62.5, 0, 0])
})

/** Whatever the sequence of requests, the money matches a model with one number. */
withCards('any sequence of refunds matches the model', async shop => {
  const step = fc.record({
    amount: fc.option(fc.integer({ min: 1, max: 4000 }), { nil: undefined }),
    restock: fc.oneof(fc.boolean(), fc.integer({ min: 0, max: 4 })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async steps => {
      const { admin, ann, id, intent } = await paidOrder(shop)
      const model = { left: 6250, units: 5 }
      for (const { amount, restock } of steps) {
        const wish = { ...(amount !== undefined && { amount: amount / 100 }), restock }
        const isDone = (await refund(admin, id, wish)).statusCode === 200
        const units = typeof restock === 'number' ? restock : restock ? model.units : 0
        const isAllowed = model.left > 0 && (amount ?? 0) <= model.left && units <= model.units
        assert.equal(isDone, isAllowed, JSON.stringify([model, wish]))
        if (!isDone) continue
        model.left -= amount ?? model.left
        model.units -= units
      }
      const order = await readOrder(ann, id)
      assert.deepEqual(refundAmountsOf(order), [(6250 - model.left) / 100, 0, model.left / 100])
      assert.equal(order.restockedQuantity, 5 - model.units)
      assert.equal(order.state, model.left === 0 ? 'refunded' : 'paid')
      const given = (await refundsOf(shop, intent)).reduce((sum, amount) => sum + amount, 0)
      assert.equal(given, 6250 - model.left)
    }),
    { numRuns: 8 },
  )
})
