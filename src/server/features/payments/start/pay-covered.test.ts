import assert from 'node:assert/strict'
import { withCards } from '../../../../../tests/helpers/card-shop.ts'
import { confirmed } from '../../../../../tests/helpers/customers.ts'
import { fillBag, statusOf } from '../../../../../tests/helpers/pay-together.ts'
import { readOrder } from '../../../../../tests/helpers/paying.ts'
import { textsIn } from '../../../../../tests/helpers/pdf-text.ts'
import { refund } from '../../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { french, invoicesOf } from '../../../../../tests/helpers/taxed-orders.ts'
import { cover, offer, pay, start, startWith } from '../../../../../tests/helpers/vouchers.ts'
import { brokenInvariants } from '../../../books/invariants.ts'
import { comparePayments } from '../../../jobs/compare-payments.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'

/** Fails if a card is asked for nothing, if an order that cost nothing counts as refunded, or if a use is given twice. */
withCards('a voucher that covers everything needs no card', async shop => {
  const admin = await newAdmin(shop)
  await offer(shop, { percent: 100, uses: 1 }, { taxRates: french.slice(0, 1) })
  const { ann, ids } = await fillBag(shop, 2)
  await confirmed(shop.deps, ann)
  const bob = await confirmed(shop.deps, await shop.customer())
  const own: string = (await bob.order(await shop.item({ price: 9, availableQuantity: 5 }), 1)).json()._id
  const plain = await startWith(ann, ids)
  const asked = (await start(ann, ids, 'WELCOME10')).json()
  assert.deepEqual([asked.clientSecret, asked.amount, asked.discount], ['', 0, 60])
  assert.equal(await statusOf(shop, plain.intent), 'requires_payment_method')
  assert.equal((await cover(bob, ids)).statusCode, 404)
  const done = await cover(ann, ids)
  assert.equal(done.statusCode, 200, done.body)
  assert.equal(await statusOf(shop, plain.intent), 'canceled')
  for (const id of ids) {
    const { state, paidAmount, paidBy, keptAmount } = await readOrder(ann, id)
    assert.deepEqual([state, paidAmount, keptAmount, paidBy.method], ['paid', 0, 0, 'voucher'])
  }
  assert.equal((await cover(ann, ids)).json().code, 'already_paid')
  assert.equal((await cover(bob, [own])).json().fields.voucher, 'This voucher has been used up.')
  assert.deepEqual(
    (await invoicesOf(ann, ids[0])).map(one => [one.number, one.amount]),
    [['INV-1001', 0]],
  )
  const { rawPayload } = await ann.call('GET', `/api/booking/${ids[0]}/invoice.pdf`)
  assert.match(
    textsIn(rawPayload).join('|'),
    /Paid with a voucher on .*\|Discount WELCOME10 \(20 % tax\)\|1\|-\$60\.00\|-\$60\.00\|/,
  )
  await sendOutbox(shop.deps, shop.deps.mail)
  const [receipt] = await shop.mails(ann.email)
  assert.match(receipt?.text ?? '', /^Discount WELCOME10: -\$60$/m)
  assert.match(receipt?.text ?? '', /Paid with a voucher/)
  const sent = await admin.call('POST', '/api/booking/send', {
    orders: [{ id: ids[0] }],
  })
  assert.equal(sent.statusCode, 200, sent.body)
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
  assert.deepEqual(await comparePayments(shop.deps, shop.deps.cards), [])
})

/** Accounts are free. Fails if whoever opens enough of them, or has only ever paid nothing, orders without paying. */
withCards('nobody pays nothing without a confirmed email or an earlier payment', async shop => {
  await offer(shop, { percent: 100 })
  const { ann, ids } = await fillBag(shop, 3)
  const [first = '', second = '', third = ''] = ids
  const sentence = 'Confirm your email address in My Profile to order without paying.'
  for (const answer of [await start(ann, [first], 'WELCOME10'), await cover(ann, [first])]) {
    const { code, fields } = answer.json()
    assert.deepEqual([answer.statusCode, code, fields], [409, 'email_unverified', { voucher: sentence }])
  }
  assert.equal((await readOrder(ann, first)).paid, false)
  await confirmed(shop.deps, ann)
  assert.equal((await cover(ann, [first])).statusCode, 200)
  await shop.deps.db.write(tx => tx.updateTable('users').set({ email_verified_at: null }).execute())
  assert.equal((await cover(ann, [second])).json().code, 'email_unverified')
  await pay(shop, ann, [second], (await startWith(ann, [second])).intent)
  assert.equal((await cover(ann, [third])).statusCode, 200)
})

withCards('a voucher that leaves something to pay does not pay by itself', async shop => {
  await offer(shop)
  const { ann, ids } = await fillBag(shop, 1)
  const refused = (await cover(ann, ids)).json()
  assert.equal(refused.fields.voucher, 'This voucher leaves $18 to pay by card.')
  assert.equal((await cover(ann, ids, 'OTHER1')).json().code, 'voucher_refused')
  assert.equal((await readOrder(ann, ids[0] ?? '')).paid, false)
})

/** Half a dollar beside fifty: the voucher takes it off whole. Fails if its refunded sibling makes it look refunded. */
withCards('an order whose part is zero is sent and stays paid', async shop => {
  const admin = await newAdmin(shop)
  await offer(shop, { percent: null, amount: 50 })
  const ann = await shop.customer()
  const ids: string[] = []
  for (const price of [50, 0.5])
    ids.push((await ann.order(await shop.item({ price, availableQuantity: 5 }), 1)).json()._id)
  const { intent } = await startWith(ann, ids, 'WELCOME10')
  await pay(shop, ann, ids, intent)
  const parts = await Promise.all(ids.map(async id => (await readOrder(ann, id)).paidAmount))
  assert.deepEqual(parts, [0.5, 0])
  assert.equal((await refund(admin, ids[0] ?? '')).statusCode, 200)
  assert.equal((await readOrder(ann, ids[1] ?? '')).state, 'paid')
  assert.equal((await admin.call('POST', '/api/booking/send', { orders: [{ id: ids[1] }] })).statusCode, 200)
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})
