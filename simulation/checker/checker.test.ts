import assert from 'node:assert/strict'
import { test } from 'vitest'
import { formOf, orderOf, paidOf, publicPart, Trace } from './trace.ts'
import type { Order } from './wire.ts'

/** A shop with an owner, an item and two customers. */
function newShop(): { t: Trace; item: ReturnType<Trace['addItem']> } {
  const t = new Trace()
  t.admin()
  const item = t.addItem()
  t.signUp('ann')
  t.signUp('bob')
  return { t, item }
}

/** A trace in which nothing is wrong. */
const good = (title: string, play: (t: Trace, item: ReturnType<Trace['addItem']>) => void): void =>
  void test(`no complaint: ${title}`, () => {
    const { t, item } = newShop()
    play(t, item)
    assert.deepEqual(t.sentences, [])
  })

/** A trace that breaks exactly one rule. */
const bad = (
  rule: string,
  title: string,
  play: (t: Trace, item: ReturnType<Trace['addItem']>) => void,
): void =>
  void test(`${rule}: ${title}`, () => {
    const { t, item } = newShop()
    play(t, item)
    assert.deepEqual([...new Set(t.rules)], [rule], t.sentences.join('\n'))
  })

const read = (t: Trace, who: string, order: Order) => t.ask(who, `GET /api/booking/${order._id}`, 200, order)

good('an order is placed, changed, read and removed', (t, item) => {
  const order = t.place('ann', item)
  read(t, 'ann', order)
  const more = { ...order, quantity: 3, totalPrice: 55.5 }
  t.ask('ann', `PUT /api/booking/${order._id}/quantity`, 200, more, { body: { quantity: 3 } })
  read(t, 'ann', more)
  t.ask('ann', `DELETE /api/myBooking/${order._id}`, 204)
  t.refuse('ann', `GET /api/booking/${order._id}`, 404, 'not_found')
})

good('while an order is changed, a read may find the old and the new quantity', (t, item) => {
  const order = t.place('ann', item)
  const change = t.send('ann', `PUT /api/booking/${order._id}/quantity`, { body: { quantity: 3 } })
  read(t, 'ann', order)
  const more = { ...order, quantity: 3, totalPrice: 55.5 }
  read(t, 'ann', more)
  t.answer(change, 200, more)
})

good('an order whose answer was lost may be there or not', (t, item) => {
  const order = orderOf('ann', item)
  const ask = { body: formOf(order), key: 'k1' }
  t.lose(t.send('ann', 'POST /api/booking', ask))
  t.ask('ann', 'GET /api/myBooking/ann%40example.com', 200, [])
  t.ask('ann', 'GET /api/myBooking/ann%40example.com', 200, [order])
  t.ask('ann', 'POST /api/booking', 201, order, ask)
})

good('an order whose answer was lost has the price of that moment when it is sent again', (t, item) => {
  const order = orderOf('ann', item)
  const ask = { body: formOf(order), key: 'k1' }
  t.lose(t.send('ann', 'POST /api/booking', ask))
  const dearer = { ...item, price: 71.12 }
  t.ask('olga', `PATCH /api/item/${item._id}`, 200, dearer, { body: { version: 1, price: 71.12 } })
  t.ask('ann', 'POST /api/booking', 201, order, ask)
})

good('an order that was refused for now may be made by its second copy', (t, item) => {
  const order = orderOf('ann', item)
  const call = t.send('ann', 'POST /api/booking', { body: formOf(order) })
  t.see({ kind: 'fault', what: `call ${call} arrives twice` })
  t.answer(call, 429, { code: 'too_many_requests' })
  t.ask('ann', 'GET /api/myBooking/ann%40example.com', 200, [order])
})

good('a removal whose answer was lost makes a missing order no fault', (t, item) => {
  const order = t.place('ann', item)
  t.lose(t.send('ann', `DELETE /api/myBooking/${order._id}`))
  t.refuse('ann', `GET /api/booking/${order._id}`, 404, 'not_found')
})

bad('order kept', 'an acknowledged order is not found', (t, item) => {
  const order = t.place('ann', item)
  t.see({ kind: 'crashed', where: 'now', powerLoss: true })
  t.see({ kind: 'opened' })
  t.refuse('ann', `GET /api/booking/${order._id}`, 404, 'not_found')
})

bad('order kept', 'an acknowledged order is missing in the list', (t, item) => {
  t.place('ann', item)
  t.ask('ann', 'GET /api/myBooking/ann%40example.com', 200, [])
})

bad('order kept', 'an order of a hidden item cannot be paid', (t, item) => {
  const order = t.place('ann', item)
  t.ask('olga', `DELETE /api/item/${item._id}`, 204)
  t.refuse('ann', 'POST /api/create-payment-intent', 404, 'not_found', { body: order })
})

bad('order unchanged', 'the address of an order changes', (t, item) => {
  read(t, 'ann', { ...t.place('ann', item), address: '2 Other Street' })
})

bad('price fixed', 'a new price reaches an old order', (t, item) => {
  const order = t.place('ann', item)
  t.ask(
    'olga',
    `PATCH /api/item/${item._id}`,
    200,
    { ...item, price: 20, version: 2, availableQuantity: 8, held: 2 },
    { body: { price: 20 } },
  )
  read(t, 'ann', { ...order, totalPrice: 40 })
})

bad('quantity kept', 'an acknowledged change of the quantity is gone', (t, item) => {
  const order = t.place('ann', item)
  const more = { ...order, quantity: 3, totalPrice: 55.5 }
  t.ask('ann', `PUT /api/booking/${order._id}/quantity`, 200, more, { body: { quantity: 3 } })
  read(t, 'ann', order)
})

bad('paid for good', 'a paid order is unpaid again', (t, item) => {
  const order = t.place('ann', item)
  t.pay('ann', order)
  read(t, 'ann', order)
})

bad('paid for good', 'a paid order is removed', (t, item) => {
  const order = t.place('ann', item)
  t.pay('ann', order)
  t.ask('ann', `DELETE /api/myBooking/${order._id}`, 204)
})

bad('removed for good', 'a removed order is back', (t, item) => {
  const order = t.place('ann', item)
  t.ask('ann', `DELETE /api/myBooking/${order._id}`, 204)
  read(t, 'ann', order)
})

bad('hold kept', 'a hold ends too early', (t, item) => {
  const order = t.place('ann', item)
  t.wait(20)
  read(t, 'ann', { ...order, state: 'lapsed' })
})

bad('order state', 'an order is sent by nobody', (t, item) => {
  const order = t.pay('ann', t.place('ann', item))
  read(t, 'ann', { ...order, state: 'sent', sentAt: t.iso() })
})

bad('order sums', 'a refund does not reduce what is kept', (t, item) => {
  read(t, 'ann', { ...t.pay('ann', t.place('ann', item)), refundedAmount: 10 })
})

bad('order number once', 'two orders have one number', (t, item) => {
  const { number } = t.place('ann', item)
  t.place('bob', item, { number })
})

bad('order as asked', 'an order has another quantity than was asked for', (t, item) => {
  const order = orderOf('ann', item)
  t.ask(
    'ann',
    'POST /api/booking',
    201,
    { ...order, quantity: 1, totalPrice: 18.5 },
    {
      body: { ...formOf(order), totalPrice: 18.5 },
    },
  )
})

bad('order as asked', 'an order appears that nobody has placed', (t, item) => {
  t.ask('ann', 'GET /api/myBooking/ann%40example.com', 200, [orderOf('ann', item)])
})

bad('price of the item', 'an order is placed at an old price', (t, item) => {
  t.ask(
    'olga',
    `PATCH /api/item/${item._id}`,
    200,
    { ...item, price: 20, version: 2 },
    { body: { price: 20 } },
  )
  t.place('ann', item)
})

bad('minimum quantity', 'an order is below the minimum', t => {
  const large = t.addItem({ mustQuantity: 5 })
  t.place('ann', large, { quantity: 2 })
})

const content = (until?: string) => ({
  body: { version: 1, content: { closed: until ? { text: 'On holiday', until } : null } },
})
const saveCall = 'PUT /api/shopContent'
const save = (t: Trace, until?: string) => t.ask('olga', saveCall, 200, content(until).body, content(until))
const today = '2030-01-01'

bad('no order while closed', 'an order is placed after the shop has closed', (t, item) => {
  save(t, today)
  t.place('ann', item)
})

bad('no order while closed', 'an order is placed one minute before the last day ends', (t, item) => {
  save(t, today)
  t.wait(14 * 60 - 1)
  t.place('ann', item)
})

bad('no order while closed', 'what an undo has left is read, and then an order is placed', (t, item) => {
  t.ask('olga', 'POST /api/shopContent/undo', 200, content(today).body, { body: { version: 2 } })
  t.ask('olga', 'GET /api/shopContent', 200, content(today).body)
  t.place('ann', item)
})

good('an order is placed after the last day without orders', (t, item) => {
  save(t, today)
  t.refuse('ann', 'POST /api/booking', 409, 'shop_closed', { body: formOf(orderOf('ann', item)) })
  t.wait(14 * 60)
  t.place('ann', item)
})

good('while the shop closes or opens, an order may be placed', (t, item) => {
  const closing = t.send('olga', saveCall, content(today))
  t.place('ann', item)
  t.answer(closing, 200, content(today).body)
  const opening = t.send('olga', saveCall, content())
  t.place('ann', item)
  t.answer(opening, 200, content().body)
  t.lose(t.send('olga', saveCall, content(today)))
  t.place('ann', item)
  save(t, today)
  t.lose(t.send('olga', 'POST /api/shopContent/undo', { body: { version: 2 } }))
  t.place('ann', item)
})

good('an order that was placed before is answered again while the shop is closed', (t, item) => {
  const order = t.place('ann', item, {}, 'k1')
  const other = { body: formOf(orderOf('ann', item)), key: 'k2' }
  t.lose(t.send('ann', 'POST /api/booking', other))
  save(t, today)
  t.ask('ann', 'POST /api/booking', 201, order, { body: formOf(order), key: 'k1' })
  t.ask('ann', 'POST /api/booking', 201, orderOf('ann', item, { createdAt: t.iso() }), other)
})

bad('hidden item', 'a removed item is ordered', (t, item) => {
  t.ask('olga', `DELETE /api/item/${item._id}`, 204)
  t.place('ann', item)
})

bad('hidden item', 'a hidden item is shown', (t, item) => {
  const hidden = { ...item, hidden: true, version: 2 }
  t.ask('olga', `PATCH /api/item/${item._id}`, 200, hidden, { body: { hidden: true } })
  t.wait(1)
  t.ask('ann', 'GET /api/items', 200, [publicPart(item)])
})

bad('item edit kept', 'an acknowledged price is gone', (t, item) => {
  t.ask(
    'olga',
    `PATCH /api/item/${item._id}`,
    200,
    { ...item, price: 20, version: 2 },
    { body: { price: 20 } },
  )
  t.wait(1)
  t.ask('ann', `GET /api/items/${item._id}`, 200, publicPart(item))
})

bad('item version', 'two edits of one version are both accepted', (t, item) => {
  for (const description of ['One', 'Two'])
    t.ask(
      'olga',
      `PATCH /api/item/${item._id}`,
      200,
      { ...item, description, version: 2 },
      {
        body: { description, version: 1 },
      },
    )
})

bad('idempotent', 'a repeat with the same key is a second order', (t, item) => {
  t.place('ann', item, {}, 'k1')
  t.place('ann', item, {}, 'k1')
})

bad('idempotent', 'a key is accepted for a different order', (t, item) => {
  const order = t.place('ann', item, {}, 'k1')
  t.ask('ann', 'POST /api/booking', 201, order, { body: { ...formOf(order), quantity: 3 }, key: 'k1' })
})

test('own data only, order as asked: a key of another user gives their order', () => {
  const { t, item } = newShop()
  const order = t.place('ann', item, {}, 'k1')
  t.ask('bob', 'POST /api/booking', 201, order, {
    body: { ...formOf(order), email: 'bob@example.com' },
    key: 'k1',
  })
  assert.deepEqual([...new Set(t.rules)].sort(), ['idempotent', 'order as asked', 'own data only'])
})

bad('at most twenty unpaid', 'the twenty-first unpaid order is accepted', t => {
  const item = t.addItem({ availableQuantity: 1000 })
  for (let n = 0; n < 21; n++) t.place('ann', item)
})

bad('session ended', 'a session works after signing out', t => {
  t.ask('ann', 'POST /api/auth/sign-out', 204)
  t.ask('ann', 'GET /api/myBag', 200, [])
})

bad('session ended', 'another session works after a change of the password', t => {
  t.share('ann', 'ann at work')
  t.signIn('ann')
  t.ask('ann', 'PUT /api/auth/password', 204, null, {
    body: { current: 'one of mine', password: 'another one' },
  })
  t.ask('ann at work', 'GET /api/myBag', 200, [])
})

bad('session ended', 'a removed user is still signed in', t => {
  t.ask('olga', 'DELETE /api/user/ann%40example.com', 204)
  t.ask('ann', 'GET /api/myBag', 200, [])
})

bad('session kept', 'a session is gone after a crash', t => {
  t.refuse('ann', 'GET /api/myBag', 401, 'signed_out')
})

good('a session may be gone while its removal is under way', t => {
  const removal = t.send('olga', 'DELETE /api/user/ann%40example.com')
  t.refuse('ann', 'GET /api/myBag', 401, 'signed_out')
  t.answer(removal, 204)
})

bad('signed in only', 'a visitor reads a list of orders', t => {
  t.ask('a visitor', 'GET /api/myBooking/ann%40example.com', 200, [])
})

bad('admin only', 'a customer reads the audit log', t => {
  t.ask('ann', 'GET /api/audit', 200, [])
})

good('an admin from before stays one when nobody hears what became of an attack', t => {
  t.signIn('owen')
  t.lose(t.send('ann', 'DELETE /api/adminUser/owen%40example.com'))
  t.ask('owen', 'GET /api/auth/me', 200, { uid: 'owen', email: 'owen@example.com', admin: true })
})

bad('admin only', 'an admin who has lost the role still acts', t => {
  t.ask('olga', 'PUT /api/adminUser/ann%40example.com', 200, { email: 'ann@example.com', role: 'admin' })
  t.ask('olga', 'DELETE /api/adminUser/ann%40example.com', 204)
  t.ask('ann', 'GET /api/users', 200, [])
})

bad('own data only', 'a customer reads the profile of another', t => {
  t.ask('ann', 'GET /api/myProfile/bob%40example.com', 200, { name: 'Bob', email: 'bob@example.com' })
})

bad('own data only', 'a session of ann is one of bob', t => {
  t.ask('ann', 'GET /api/auth/me', 200, { uid: 'uid-bob', email: 'bob@example.com', admin: false })
})

test('own orders only: a customer reads the order of another', () => {
  const { t, item } = newShop()
  read(t, 'bob', t.place('ann', item))
  assert.ok(t.rules.includes('own orders only'))
})

bad('own orders only', 'a customer sees the invoices of another', (t, item) => {
  const order = t.place('ann', item)
  t.ask('bob', `GET /api/booking/${order._id}/invoices`, 200, [])
})

bad('no fault', 'an answer is a 500', t => {
  t.refuse('ann', 'GET /api/myBag', 500, 'internal')
})

good('a card provider that does not answer is no fault of the shop', (t, item) => {
  const order = t.place('ann', item)
  t.refuse('ann', 'POST /api/create-payment-intent', 502, 'provider_failed', { body: order })
})

bad('no secrets', 'an answer has a hash of a password', t => {
  t.ask('ann', 'GET /api/auth/account', 200, { hash: '$argon2id$v=19' })
})

bad('no secrets', 'an answer has the password', t => {
  t.ask('ann', 'GET /api/auth/account', 200, { password: 'a secret of mine' })
})

bad('paid by a card', 'an order is paid although no card was charged', (t, item) => {
  read(t, 'ann', paidOf(t.place('ann', item), 'pi_1'))
})

bad('paid by a card', 'an order is paid with the payment of another order', (t, item) => {
  const [order, other] = [t.place('ann', item), t.place('ann', item)]
  const { transactionId } = t.pay('ann', other)
  read(t, 'ann', paidOf(order, transactionId ?? ''))
})

bad('paid by a card', 'a part of the price makes an order paid', (t, item) => {
  const order = t.place('ann', item)
  const paid = { ...paidOf(order, 'pi_7'), paidAmount: 1, keptAmount: 1 }
  t.ask(
    'ann',
    'POST /api/create-payment-intent',
    200,
    { clientSecret: 'pi_7_secret_x', amount: 37, currency: 'USD' },
    { body: order },
  )
  t.ask('ann', 'POST /v1/payment_intents/pi_7/confirm', 200, {}, { to: 'cards' })
  read(t, 'ann', paid)
})

bad('amount to pay', 'two orders paid together cost too little', (t, item) => {
  const [one, other] = [t.place('ann', item), t.place('ann', item)]
  const body = { _id: one._id, with: [other._id] }
  t.ask(
    'ann',
    'POST /api/create-payment-intent',
    200,
    { clientSecret: 'pi_5_secret_x', amount: 37, currency: 'USD' },
    { body },
  )
})

bad('payment of its payer', 'a customer gets the payment of another', (t, item) => {
  const [mine, other] = [t.place('ann', item), t.place('bob', item)]
  const answer = { clientSecret: 'pi_6_secret_x', amount: 37, currency: 'USD' }
  t.ask('ann', 'POST /api/create-payment-intent', 200, answer, { body: { _id: mine._id } })
  t.ask('bob', 'POST /api/create-payment-intent', 200, answer, { body: { _id: other._id } })
})

bad('refund amount', 'a whole refund leaves something', (t, item) => {
  const paid = t.pay('ann', t.place('ann', item))
  const back = { ...paid, refundedAmount: 32.1, keptAmount: 4.9, refundableAmount: 4.9 }
  const body = { reason: 'Scratched', restock: false }
  t.ask('olga', `POST /api/booking/${paid._id}/refund`, 200, back, { body })
})

bad('refund amount', 'less goes back than was asked for', (t, item) => {
  const paid = t.pay('ann', t.place('ann', item))
  const back = { ...paid, refundedAmount: 5, keptAmount: 32, refundableAmount: 32 }
  const body = { amount: 10, reason: 'Scratched', restock: false }
  t.ask('olga', `POST /api/booking/${paid._id}/refund`, 200, back, { body })
})

bad('refund at most paid', 'more goes back than was paid', (t, item) => {
  const paid = t.pay('ann', t.place('ann', item))
  read(t, 'ann', { ...paid, refundedAmount: 38, keptAmount: 0 })
})

good('a refund is under way while another one, made by hand at the provider, is recorded', (t, item) => {
  const paid = t.pay('ann', t.place('ann', item))
  read(t, 'ann', { ...paid, refundedAmount: 30, refundPendingAmount: 30, keptAmount: 0 })
})

bad('stock counts every order', 'a larger quantity does not hold stock', (t, item) => {
  const order = t.place('ann', item)
  const more = { ...order, quantity: 5, totalPrice: 92.5 }
  t.ask('ann', `PUT /api/booking/${order._id}/quantity`, 200, more, { body: { quantity: 5 } })
  t.ask('olga', `GET /api/item/${item._id}`, 200, { ...item, availableQuantity: 8, held: 2 })
})

bad('stock adds up', 'a unit is missing', (t, item) => {
  t.ask('olga', `GET /api/item/${item._id}`, 200, { ...item, availableQuantity: 9 })
})

bad('never oversold', 'more is sold than there is', (t, item) => {
  t.ask('olga', `GET /api/item/${item._id}`, 200, { ...item, availableQuantity: -2, sold: 12 })
})

const profile = { address: '1 Test Street', education: 'Carpentry', linkedin: 'x', mobileNumber: '555' }
const saved = { name: 'Ann', email: 'ann@example.com', ...profile }
const readProfile = (t: Trace, answer: object) =>
  t.ask('ann', 'GET /api/myProfile/ann%40example.com', 200, answer)

good('a profile that is there is left alone by POST and replaced by PUT', t => {
  t.ask('ann', 'POST /api/myProfile', 201, saved, { body: saved })
  t.ask('ann', 'POST /api/myProfile', 200, saved, { body: { ...saved, address: 'Elsewhere' } })
  readProfile(t, saved)
  t.ask(
    'ann',
    'PUT /api/myProfile',
    200,
    { ...saved, address: 'Elsewhere' },
    {
      body: { ...saved, address: 'Elsewhere' },
    },
  )
  readProfile(t, { ...saved, address: 'Elsewhere' })
})

good('a name that nobody has seen yet may stay when the answer to its change is lost', t => {
  t.lose(t.send('ann', 'PUT /api/myProfile', { body: { ...saved, name: 'Anna' } }))
  readProfile(t, { ...saved, ...{ address: '', education: '', linkedin: '', mobileNumber: '' } })
})

bad('profile kept', 'a saved profile is gone', t => {
  t.ask('ann', 'PUT /api/myProfile', 200, saved, { body: saved })
  readProfile(t, { ...saved, address: '' })
})

const review = { name: 'Ann', comment: 'Good', starRating: 5 }
const written = { ...review, _id: 'r1', itemId: null, answer: null, hidden: false }

good('direction marks around a name are no part of it', t => {
  t.ask('ann', 'POST /api/myReview', 201, written, { body: { ...review, name: '\u202eAnn ' } })
})

bad('review kept', 'a review changes by itself', t => {
  t.ask('ann', 'POST /api/myReview', 201, written, { body: review })
  t.wait(1)
  t.ask('bob', 'GET /api/reviews', 200, [{ ...written, starRating: 1 }])
})

bad('review by a buyer', 'somebody reviews what they have not bought', (t, item) => {
  const body = { ...review, itemId: item._id }
  t.ask('ann', 'POST /api/myReview', 201, { ...written, itemId: item._id }, { body })
})

bad('one review of an item', 'a second review does not replace the first', (t, item) => {
  t.pay('ann', t.place('ann', item))
  const body = { ...review, itemId: item._id }
  t.ask('ann', 'POST /api/myReview', 201, { ...written, itemId: item._id }, { body })
  t.ask('ann', 'POST /api/myReview', 201, { ...written, _id: 'r2', itemId: item._id }, { body })
})

good(
  'the orders of an account that an admin removed stay, also if its email comes back and is erased',
  (t, item) => {
    const paid = t.pay('ann', t.place('ann', item))
    t.ask('olga', 'DELETE /api/user/ann%40example.com', 204)
    t.signUp('ann')
    t.ask('ann', 'POST /api/auth/erase', 204, null, { body: { password: 'a secret of mine' } })
    t.ask('olga', 'GET /api/booking', 200, [paid])
  },
)

bad('erased for good', 'an erased person is still in the list of orders', (t, item) => {
  const paid = t.pay('ann', t.place('ann', item))
  t.ask('ann', 'POST /api/auth/erase', 204, null, { body: { password: 'a secret of mine' } })
  t.ask('olga', 'GET /api/booking', 200, [paid])
})

const subscribedAfterErasure = (t: Trace) => {
  t.ask('ann', 'POST /api/auth/erase', 204, null, { body: { password: 'a secret of mine' } })
  t.ask('olga', 'GET /api/newsletter.csv', 200, 'email\r\nann@example.com')
}

bad('erased for good', 'an erased person who had confirmed the email is still subscribed', t => {
  t.ask('ann', 'POST /api/auth/verify', 204, null, { body: { token: 'a token' } })
  subscribedAfterErasure(t)
})

/** Seed 804045. */
good('the second copy of a sign-up arrives after the erasure, and makes the account again', (t, item) => {
  const body = { name: 'Zoe', email: 'zoe@example.com', password: 'a secret of mine' }
  const call = t.send('zoe', 'POST /api/auth/sign-up', { body })
  t.see({ kind: 'fault', what: `call ${call} arrives twice` })
  const user = { uid: 'uid-zoe', email: 'zoe@example.com', displayName: 'Zoe', photoURL: null }
  t.answer(call, 201, { user })
  t.signIn('zoe')
  const paid = t.pay('zoe', t.place('zoe', item))
  t.ask('zoe', 'POST /api/auth/erase', 204, null, { body: { password: 'a secret of mine' } })
  t.ask('olga', 'GET /api/booking', 200, [paid])
})

/** Seed 902077. */
good('a removed customer signs up again, and the answer is lost at first', (t, item) => {
  t.ask('olga', 'DELETE /api/user/ann%40example.com', 204)
  const body = { name: 'ann', email: 'ann@example.com', password: 'a secret of mine' }
  t.lose(t.send('ann', 'POST /api/auth/sign-up', { body }))
  t.signIn('ann')
  const order = orderOf('ann', item, { createdAt: t.iso(), heldUntil: t.iso(30) })
  t.lose(t.send('ann', 'POST /api/booking', { body: formOf(order), key: 'k1' }))
  t.signUp('ann', 'uid-ann-2')
  t.ask('ann', 'GET /api/myBag', 200, [order])
})

/** Seed 902010. */
const payUnheard = (path: string, body: object) => (t: Trace, item: ReturnType<Trace['addItem']>) => {
  const [first, second] = [t.place('ann', item, {}, 'k1'), t.place('ann', item, {}, 'k2')]
  const payer = path === 'paid' ? 'olga' : 'ann'
  const ask = { body: { ...body, with: [second._id] } }
  t.lose(t.send(payer, `POST /api/booking/${first._id}/${path}`, ask))
  t.ask('ann', 'GET /api/myBag', 200, [])
}

good(
  'orders are not in the bag any more after they were marked as paid, and the answer was lost',
  payUnheard('paid', { method: 'cash', amount: 74, date: '2030-01-01', note: '' }),
)

good(
  'orders are not in the bag any more after a voucher has covered them, and the answer was lost',
  payUnheard('covered', { voucher: 'ALL' }),
)

/** Seed 804006. */
good(
  'an erased account that never confirmed its email takes nobody off the newsletter',
  subscribedAfterErasure,
)

const subscriptionIsMailedLate = (t: Trace) => {
  t.ask('ann', 'POST /api/auth/erase', 204, null, { body: { password: 'a secret of mine' } })
  t.wait(10 * 60)
  t.mail('ann@example.com', 'Confirm your subscription', 'https://shop.example/newsletter?confirm=x')
}

/** Seed 983016. */
good(
  'mail was out of order for hours, and an erased account that never confirmed its email asked for the newsletter',
  subscriptionIsMailedLate,
)

bad('erased for good', 'an erased person who had confirmed the email is asked to subscribe', t => {
  t.ask('ann', 'POST /api/auth/verify', 204, null, { body: { token: 'a token' } })
  subscriptionIsMailedLate(t)
})

bad('mail to its owner', 'an email about an order goes to somebody else', (t, item) => {
  const { number } = t.place('ann', item)
  t.mail('bob@example.com', 'Oak Tray is on its way', `Hello. Oak Tray (${number}, 2 at $18.50 each): $37`)
})

bad('one message', 'two emails have one Message-ID', t => {
  t.mail('ann@example.com', 'One', 'One', { id: '<1>' })
  t.mail('ann@example.com', 'Two', 'Two', { id: '<1>' })
})

bad('session ended', 'a session that another one has ended works', t => {
  t.share('ann', 'ann at work')
  t.ask('ann at work', 'GET /api/auth/sessions', 200, [{ id: 's1', current: true }])
  t.signIn('ann')
  t.ask('ann', 'DELETE /api/auth/sessions/s1', 204)
  t.ask('ann at work', 'GET /api/myBag', 200, [])
})

bad('session ended', 'a session works after a month', t => {
  for (let days = 0; days < 31; days++) {
    t.ask('ann', 'GET /api/myBag', 200, [])
    t.wait(24 * 60)
  }
  t.ask('ann', 'GET /api/myBag', 200, [])
})

bad('session ended', 'a session works after a new password by email', t => {
  const token = 'y'.repeat(43)
  t.mail('ann@example.com', 'Choose a new password', `https://shop.example/reset?token=${token}`)
  t.ask('a visitor', 'POST /api/auth/reset', 204, null, { body: { token, password: 'a new secret' } })
  t.ask('ann', 'GET /api/myBag', 200, [])
})

good('the second copy of a change may arrive after a later change', (t, item) => {
  const order = t.place('ann', item)
  const of = (quantity: number) => ({ ...order, quantity, totalPrice: 18.5 * quantity })
  const route = `PUT /api/booking/${order._id}/quantity`
  const first = t.send('ann', route, { body: { quantity: 3 } })
  t.see({ kind: 'fault', what: `call ${first} arrives twice` })
  t.answer(first, 200, of(3))
  t.ask('ann', route, 200, of(4), { body: { quantity: 4 } })
  read(t, 'ann', of(3))
})
