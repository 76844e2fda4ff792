import assert from 'node:assert/strict'
import { dayAfter, dayAt } from '#domain/day.ts'
import { withCards } from '../../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../../tests/helpers/customers.ts'
import {
  assertSettled,
  fillBag,
  lapseAndSellOut,
  statusOf,
} from '../../../../../tests/helpers/pay-together.ts'
import { confirmPaid, minute, readOrder, refundsOf } from '../../../../../tests/helpers/paying.ts'
import { textsIn } from '../../../../../tests/helpers/pdf-text.ts'
import { refund } from '../../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { french, invoicesOf, taxesOf } from '../../../../../tests/helpers/taxed-orders.ts'
import { offer, pay, refusalOf, start, startWith } from '../../../../../tests/helpers/vouchers.ts'
import { brokenInvariants } from '../../../books/invariants.ts'
import { comparePayments } from '../../../jobs/compare-payments.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'

/**
 * Goods for 20, 40 and 60 at 20 %, 10 % off, and 4.90 of delivery: 112.90. The shares of delivery are 0.82, 1.63 and 2.45,
 * of the voucher 2, 4 and 6.
 */
withCards('a voucher is on every document, shared out among the orders', async shop => {
  const admin = await newAdmin(shop)
  await offer(shop, {}, { deliveryPrice: { price: 4.9, freeFrom: null }, taxRates: french.slice(0, 1) })
  const { ann, ids } = await fillBag(shop)
  const { amount, delivery, discount, intent } = await startWith(ann, ids, 'welc0me10')
  assert.deepEqual([amount, delivery, discount], [112.9, 4.9, 12])
  const charge = await shop.readFromProvider(`payment_intents/${intent}`)
  const { voucher, discount: off } = charge.metadata as Record<string, string>
  assert.deepEqual([charge.amount, voucher, off], [11_290, 'WELCOME10', '1200'])
  await pay(shop, ann, ids, intent)
  const paid = await Promise.all(ids.map(async id => (await readOrder(ann, id)).paidAmount))
  assert.deepEqual(paid, [18.82, 37.63, 56.45])
  await assertSettled(shop, intent)
  // 112.90 x 20 / 120 is 18.817.
  assert.deepEqual(await taxesOf(ann, ids[0]), [['INV-1001', ['Standard', 20, 112.9, 94.08, 18.82]]])
  const { rawPayload } = await ann.call('GET', `/api/booking/${ids[0]}/invoice.pdf`)
  assert.match(
    textsIn(rawPayload).join('|'),
    /\|Discount WELCOME10 \(20 % tax\)\|1\|-\$12\.00\|-\$12\.00\|Delivery \(20 % tax\)\|1\|\$4\.90\|\$4\.90\|/,
  )
  await sendOutbox(shop.deps, shop.deps.mail)
  const [receipt] = await shop.mails(ann.email)
  assert.match(receipt?.text ?? '', /^Discount WELCOME10: -\$12$/m)
  assert.match(receipt?.text ?? '', /^Paid together: \$112\.90$/m)

  assert.equal((await refund(admin, ids[0] ?? '', { amount: 18.83 })).statusCode, 409)
  assert.equal((await refund(admin, ids[0] ?? '')).statusCode, 200)
  assert.deepEqual(await refundsOf(shop, intent), [1882])
  assert.deepEqual(
    (await invoicesOf(ann, ids[0])).map(note => note.amount),
    [112.9, 18.82],
  )
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})

withCards('a voucher that is not good says why, and the payment goes on without it', async shop => {
  const { ann, ids } = await fillBag(shop, 1)
  const today = dayAt(shop.deps.now(), shop.deps.config.timeZone)
  assert.equal(await refusalOf(ann, ids), 'There is no such voucher. Check how it is spelled.')
  await offer(shop, { from: dayAfter(today, 1) })
  assert.match(await refusalOf(ann, ids), /^This voucher is valid from /)
  await offer(shop, { until: dayAfter(today, -1) })
  assert.match(await refusalOf(ann, ids), /^This voucher was valid until /)
  await offer(shop, { least: 20.01 })
  assert.match(await refusalOf(ann, ids), /goods for at least \$20\.01\. Yours come to \$20\.$/)
  const bad = await start(ann, ids, 'x y')
  assert.equal(bad.statusCode, 400, bad.body)
  assert.equal((await startWith(ann, ids)).amount, 20)
  await offer(shop, { from: today, until: today, least: 20 })
  const opened = await startWith(ann, ids, 'WELCOME10')
  assert.equal(opened.amount, 18)
  assert.equal((await startWith(ann, ids, 'WELCOME10')).intent, opened.intent)
})

/** Fails if a voucher that was entered for another payment is charged, or if taking it back is not. */
withCards('entering a voucher, or taking it back, opens another payment', async shop => {
  await offer(shop, { uses: 1, usesPerPerson: 1 })
  const { ann, ids } = await fillBag(shop, 2)
  const [first = '', second = ''] = ids
  const plain = await startWith(ann, [first])
  const cheaper = await startWith(ann, [first], 'WELCOME10')
  assert.deepEqual([plain.amount, cheaper.amount], [20, 18])
  assert.deepEqual([await statusOf(shop, plain.intent), cheaper.intent === plain.intent], ['canceled', false])
  // The customer's own open payment does not use the voucher up.
  const other = await startWith(ann, [second], 'WELCOME10')
  assert.deepEqual([other.amount, await statusOf(shop, cheaper.intent)], [36, 'canceled'])
  const again = await startWith(ann, [second])
  assert.equal(again.amount, 40)
  await pay(shop, ann, [first], (await startWith(ann, [first], 'WELCOME10')).intent)
  assert.equal(await refusalOf(ann, [second]), 'You have used this voucher already.')
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})

/** Fails if two who come at the same time both get the last use, or if somebody who could pay is refused for ever. */
withCards('a voucher of three uses is used three times, whoever comes at the same time', async shop => {
  await offer(shop, { uses: 3 })
  const item = await shop.item({ price: 20, availableQuantity: 100 })
  const people = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const one = await shop.customer()
      const { _id } = (await one.order(item, 1)).json()
      return { one, ids: [_id as string] }
    }),
  )
  const answers = await Promise.all(people.map(({ one, ids }) => start(one, ids, 'WELCOME10')))
  const lucky = people.filter((_, i) => answers[i]?.statusCode === 200)
  assert.equal(lucky.length, 3, answers.map(({ body }) => body).join('\n'))
  for (const [i, answer] of answers.entries())
    if (answer.statusCode !== 200)
      assert.match(answer.json().fields.voucher, /^This voucher is in use by another payment/, `${i}`)
  const [leaver, payer] = lucky
  const [late] = people.filter(person => !lucky.includes(person))
  assert.ok(leaver && payer && late)
  await pay(shop, payer.one, payer.ids, (await startWith(payer.one, payer.ids, 'WELCOME10')).intent)
  // Somebody who does not finish gives the use back after half an hour.
  assert.match(await refusalOf(late.one, late.ids), /in use by another payment/)
  const abandoned = (await startWith(leaver.one, leaver.ids, 'WELCOME10')).intent
  await shop.deps.db.write(async tx => {
    const created_at = shop.deps.now() - 31 * minute
    await tx.updateTable('payments').set({ created_at }).where('intent_id', '=', abandoned).execute()
  })
  await pay(shop, late.one, late.ids, (await startWith(late.one, late.ids, 'WELCOME10')).intent)
  assert.equal(await statusOf(shop, abandoned), 'canceled')
  assert.match(await refusalOf(leaver.one, leaver.ids), /in use by another payment/)
})

/** Fails if a use is spent by a payment whose money went back at once. */
withCards('a payment that pays for nothing gives its use back', async shop => {
  await offer(shop, { uses: 1, usesPerPerson: 1 })
  const { ann, ids, orders, items } = await fillBag(shop, 2)
  const { intent } = await startWith(ann, ids.slice(0, 1), 'WELCOME10')
  assert.ok(orders[0] && items[0])
  await lapseAndSellOut(shop, orders[0], items[0])
  await shop.charge(intent)
  await confirmPaid(ann, ids[0] ?? '', intent)
  assert.deepEqual(await refundsOf(shop, intent), [1800])
  assert.equal((await startWith(ann, ids.slice(1), 'WELCOME10')).amount, 36)
})

/** Fails if a restored shop refunds a charge because it has forgotten the voucher. */
withCards(
  'a payment that a restored shop has lost pays for orders at the price of the voucher',
  async shop => {
    await offer(shop, { uses: 1 })
    await shop.setCardFaults({ webhookDrop: true })
    const { ann, ids } = await fillBag(shop, 2)
    const { intent } = await startWith(ann, ids, 'WELCOME10')
    await shop.charge(intent)
    await shop.deps.db.write(async tx => {
      await tx.deleteFrom('payment_orders').execute()
      await tx.deleteFrom('payments').execute()
    })
    assert.deepEqual(await comparePayments(shop.deps, shop.deps.cards), [])
    const paid = await Promise.all(ids.map(async id => (await readOrder(ann, id)).paidAmount))
    assert.deepEqual(paid, [18, 36])
    await assertSettled(shop, intent)
    const bob = await shop.customer()
    const { _id } = (await bob.order(await shop.item({ price: 9 }), 1)).json()
    assert.equal(await refusalOf(bob, [_id]), 'This voucher has been used up.')
  },
)

/** So many at the same time may be asked to try again. */
async function persistently(...wish: Parameters<typeof start>) {
  let answer = await start(...wish)
  while (answer.statusCode === 503) answer = await start(...wish)
  return answer
}

/** Fails if one use too many or too few is given away, whatever happens at the same time. */
withCards('of 200 people with a voucher of ten uses, exactly ten pay less', async shop => {
  await offer(shop, { uses: 10, usesPerPerson: 1 })
  const item = await shop.item({ price: 20, availableQuantity: 1000 })
  const people: { one: Customer; ids: string[] }[] = []
  for (let i = 0; i < 200; i++) {
    const one = await shop.customer()
    people.push({ one, ids: [(await one.order(item, 1)).json()._id] })
  }
  const wished = await Promise.all(people.map(({ one, ids }) => persistently(one, ids, 'WELCOME10')))
  const paid: unknown[] = []
  for (const [i, { one, ids }] of people.entries()) {
    const isLucky = wished[i]?.statusCode === 200
    const { amount, intent } = await startWith(one, ids, isLucky ? 'WELCOME10' : undefined)
    await pay(shop, one, ids, intent)
    const { paidAmount } = await readOrder(one, ids[0] ?? '')
    assert.deepEqual([amount, paidAmount], isLucky ? [18, 18] : [20, 20])
    paid.push(paidAmount)
  }
  assert.deepEqual(
    [18, 20].map(amount => paid.filter(one => one === amount).length),
    [10, 190],
  )
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})
