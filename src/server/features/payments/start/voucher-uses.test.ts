import assert from 'node:assert/strict'
import { dayAt, startOfDay } from '#domain/day.ts'
import { type CardShop, withCards } from '../../../../../tests/helpers/card-shop.ts'
import { type Customer, confirmed } from '../../../../../tests/helpers/customers.ts'
import { fillBag, statusOf } from '../../../../../tests/helpers/pay-together.ts'
import { minute, setPayment } from '../../../../../tests/helpers/paying.ts'
import { cover, offer, pay, refusalOf, start, startWith } from '../../../../../tests/helpers/vouchers.ts'
import { brokenInvariants } from '../../../books/invariants.ts'

const usedUp = 'This voucher has been used up.'
const inUse = 'This voucher is in use by another payment that is not finished. Try again later.'

/** Somebody with an order for $20. */
async function comer(shop: CardShop): Promise<{ one: Customer; ids: string[] }> {
  const one = await shop.customer()
  return { one, ids: [(await one.order(await shop.item({ price: 20 }))).json()._id] }
}

const at = (shop: CardShop, id: string | undefined, created_at: number) =>
  setPayment(shop, id ?? '', { created_at })

withCards('one account does not use a voucher up with payments that it leaves open', async shop => {
  await offer(shop, { uses: 2 })
  const { ann, ids } = await fillBag(shop, 3)
  const opened: string[] = []
  for (const id of ids) opened.push((await startWith(ann, [id], 'WELCOME10')).intent)
  const states = await Promise.all(opened.map(intent => statusOf(shop, intent)))
  assert.deepEqual(states, ['canceled', 'canceled', 'requires_payment_method'])
  const [bob, cid] = [await comer(shop), await comer(shop)]
  const { intent } = await startWith(bob.one, bob.ids, 'WELCOME10')
  assert.equal(await refusalOf(cid.one, cid.ids), inUse)
  await pay(shop, bob.one, bob.ids, intent)
  assert.equal(await refusalOf(cid.one, cid.ids), inUse)
  await pay(shop, ann, ids.slice(2), opened[2] ?? '')
  assert.equal(await refusalOf(cid.one, cid.ids), usedUp)
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})

withCards('a limit that its owner lowers is kept by ending as many idle payments as it takes', async shop => {
  await offer(shop, { uses: 3 })
  const [ann, bob, cid] = [await comer(shop), await comer(shop), await comer(shop)]
  const opened: string[] = []
  for (const { one, ids } of [ann, bob]) {
    opened.push((await startWith(one, ids, 'WELCOME10')).intent)
    await at(shop, ids[0], shop.deps.now() - 31 * minute)
  }
  await offer(shop, { uses: 1 })
  const { intent } = await startWith(cid.one, cid.ids, 'WELCOME10')
  const states = await Promise.all([...opened, intent].map(one => statusOf(shop, one)))
  assert.deepEqual(states, ['canceled', 'canceled', 'requires_payment_method'])
})

/** Nothing but the voucher's lock keeps them apart. Fails without it on PostgreSQL. */
withCards(
  'of people who are covered at the same time, only as many get the voucher as it has uses',
  async shop => {
    await offer(shop, { percent: 100, uses: 3 })
    const people = await Promise.all(Array.from({ length: 12 }, () => comer(shop)))
    for (const { one } of people) await confirmed(shop.deps, one)
    const answers = await Promise.all(people.map(({ one, ids }) => cover(one, ids)))
    assert.deepEqual(
      answers
        .map(({ statusCode }) => statusCode)
        .toSorted()
        .slice(0, 4),
      [200, 200, 200, 409],
    )
  },
)

withCards('a voucher without limits is not counted, so payments with it stay open', async shop => {
  await offer(shop)
  const { ann, ids } = await fillBag(shop, 2)
  const opened: string[] = []
  for (const id of ids) opened.push((await startWith(ann, [id], 'WELCOME10')).intent)
  for (const intent of opened) assert.equal(await statusOf(shop, intent), 'requires_payment_method')
})

/** Fails if it refuses the customer's other orders or other people for longer than its one use says. */
withCards('a payment that the bank is working on has one use, and others make room', async shop => {
  await offer(shop, { uses: 1 })
  const { ann, ids } = await fillBag(shop, 2)
  const [first = '', second = ''] = ids
  await shop.setCardFaults({ processingMs: 86_400_000, webhookDrop: true })
  const { intent } = await startWith(ann, [first], 'WELCOME10')
  await shop.charge(intent)
  const [bob, cid] = [await comer(shop), await comer(shop)]
  assert.equal(await refusalOf(ann, [second]), inUse)
  assert.equal(await refusalOf(bob.one, bob.ids), inUse)
  await at(shop, first, shop.deps.now() - 31 * minute)
  assert.equal(await refusalOf(bob.one, bob.ids), inUse)
  await offer(shop, { uses: 2 })
  assert.equal((await startWith(ann, [second], 'WELCOME10')).amount, 36)
  assert.equal(await refusalOf(bob.one, bob.ids), inUse)
  await at(shop, second, shop.deps.now() - 31 * minute)
  assert.equal((await startWith(bob.one, bob.ids, 'WELCOME10')).amount, 18)
  assert.equal(await statusOf(shop, intent), 'processing')
  assert.equal(await refusalOf(cid.one, cid.ids), inUse)
  assert.equal((await startWith(cid.one, cid.ids)).amount, 20)
})

/** Fails if codes can be tried out one after the other, or if a customer who has mistyped a few cannot pay. */
withCards('whoever tries out codes is stopped, and can pay without one', async shop => {
  await offer(shop)
  const { ann, ids } = await fillBag(shop, 1)
  for (let i = 0; i < 29; i++) await refusalOf(ann, ids, `GUESS${i}`)
  assert.equal((await startWith(ann, ids, 'WELCOME10')).amount, 18)
  assert.match((await cover(ann, ids, 'GUESS29')).json().detail, /^There is no such voucher/)
  const sentence = /^Too many unknown voucher codes were entered\. Please try again in \d+ minutes\.$/
  for (const answer of [
    await start(ann, ids, 'GUESS30'),
    await start(ann, ids, 'WELCOME10'),
    await cover(ann, ids),
  ]) {
    const { code, fields } = answer.json()
    assert.deepEqual([answer.statusCode, code], [429, 'too_many_requests'])
    assert.match(fields.voucher, sentence)
  }
  assert.equal((await startWith(ann, ids)).amount, 20)
  const [bob, cid] = [await comer(shop), await comer(shop)]
  for (let i = 0; i < 30; i++) await refusalOf(bob.one, bob.ids, `GUESS${i}`)
  assert.equal((await start(cid.one, cid.ids, 'WELCOME10')).statusCode, 429)
  shop.travel(60 * minute)
  assert.equal((await startWith(cid.one, cid.ids, 'WELCOME10')).amount, 18)
})

withCards('a code that its owner spells in another way keeps its uses', async shop => {
  await offer(shop, { uses: 1 })
  const [ann, bob] = [await comer(shop), await comer(shop)]
  await pay(shop, ann.one, ann.ids, (await startWith(ann.one, ann.ids, 'WELCOME10')).intent)
  await offer(shop, { code: 'WE1COMEIO', uses: 1 })
  assert.equal(await refusalOf(bob.one, bob.ids, 'we1comeio'), usedUp)
  await offer(shop, { code: 'WE1COMEIOO', uses: 1 })
  assert.equal((await startWith(bob.one, bob.ids, 'WE1COMEIOO')).amount, 18)
})

/** Fails if a day begins at midnight in another time zone. */
withCards('a code that is offered again counts from its first day on', async shop => {
  const { timeZone } = shop.deps.config
  const from = dayAt(shop.deps.now(), timeZone)
  await offer(shop, { uses: 1, usesPerPerson: 1, from })
  const { ann, ids } = await fillBag(shop, 2)
  const [first = '', second = ''] = ids
  await pay(shop, ann, [first], (await startWith(ann, [first], 'WELCOME10')).intent)
  await at(shop, first, startOfDay(from, timeZone))
  assert.equal(await refusalOf(ann, [second]), 'You have used this voucher already.')
  await at(shop, first, startOfDay(from, timeZone) - 1)
  assert.equal((await startWith(ann, [second], 'WELCOME10')).amount, 36)
})
