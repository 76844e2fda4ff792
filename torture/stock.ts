import { v7 as newId } from 'uuid'
import type { Item } from '#contract/items.ts'
import { newToken, tokenHash } from '../src/server/sessions/tokens.ts'
import * as sessions from '../src/server/store/sessions.ts'
import * as users from '../src/server/store/users.ts'
import { type Customer, customerOf } from '../tests/helpers/customers.ts'
import { openTestShop, type TestShop } from '../tests/helpers/shop.ts'
import { pause, type Run, type Scenario } from './scenario.ts'

const hour = 3_600_000

/** Retries while the shop answers 503, as its Retry-After header asks. */
async function orderWithRetries(buyer: Customer, item: Item) {
  for (;;) {
    const answer = await buyer.order(item)
    if (answer.statusCode !== 503) return answer
    await pause(Number(answer.headers['retry-after']) * 1000)
  }
}

/**
 * Many buyers order the last unit. Seen to fail without `available_quantity >= quantity` in store/items.hold: because of the CHECK
 * all but one get a 500, and without the CHECK every buyer gets the unit.
 */
const lastUnit = (buyers: number): Scenario => ({
  name: `${buyers} buyers, last unit`,
  rounds: { quick: buyers > 100 ? 0 : 2, standard: 100 },
  quickEngine: 'postgres',
  async run({ engine, rounds, tally }) {
    const shop = await openTestShop(engine)
    const crowd = await customers(shop, buyers)
    for (; tally.rounds < rounds; tally.rounds++) {
      const item = await shop.item({ availableQuantity: 1 })
      const answers = await Promise.all(crowd.map(buyer => orderWithRetries(buyer, item)))
      const won = answers.flatMap((answer, index) => (answer.statusCode === 201 ? [index] : []))
      tally.faults += buyers - 1
      tally.acknowledged += won.length
      tally.expect(won.length === 1, `${won.length} buyers got the last unit`)
      const codes = new Set(answers.filter(({ statusCode }) => statusCode !== 201).map(a => a.json().code))
      tally.expect(
        [...codes].every(code => code === 'out_of_stock'),
        `refused with ${[...codes]}`,
      )
      for (const index of won) await removeOnce(tally, crowd[index], answers[index]?.json()._id)
    }
    await tally.checkBooks(shop.deps.db.read)
    await shop.close()
  },
})

/** The order exists, and of several removals at once only one succeeds. */
async function removeOnce(tally: Run['tally'], buyer: Customer | undefined, id: string): Promise<void> {
  if (!buyer) return
  const seen = await buyer.call('GET', `/api/booking/${id}`)
  if (seen.statusCode !== 200) tally.lost++
  const removals = await Promise.all([1, 2, 3].map(() => buyer.call('DELETE', `/api/myBooking/${id}`)))
  const done = removals.filter(({ statusCode }) => statusCode === 204).length
  tally.expect(done === 1, `one order was removed ${done} times`)
}

/** The item is removed while it is bought: earlier orders are valid, later ones are refused. */
const removedMeanwhile: Scenario = {
  name: 'item removed while bought',
  rounds: { quick: 4, standard: 100 },
  quickEngine: 'postgres',
  async run({ engine, rounds, random, tally }) {
    const shop = await openTestShop(engine)
    const crowd = await customers(shop, 12)
    const admin = await promoted(shop)
    for (; tally.rounds < rounds; tally.rounds++) {
      const stock = random.between(1, 6)
      const item = await shop.item({ availableQuantity: stock })
      const remove = () => admin.call('DELETE', `/api/item/${item._id}`)
      const answers = await Promise.all(
        [remove, ...crowd.map(buyer => () => buyer.order(item))].map(async step => {
          await pause(random.between(0, 6))
          return step()
        }),
      )
      const orders = answers.filter(({ statusCode }) => statusCode === 201)
      tally.faults++
      tally.acknowledged += orders.length
      tally.expect(orders.length <= stock, `${orders.length} of ${stock} were sold`)
      const late = await crowd[0]?.order(item)
      tally.expect(late?.statusCode === 404, `an item off sale answered ${late?.statusCode}`)
      await removeAll(
        crowd,
        orders.map(order => order.json()),
      )
    }
    await tally.checkBooks(shop.deps.db.read)
    await shop.close()
  },
}

async function removeAll(crowd: Customer[], orders: { _id: string; email: string }[]): Promise<void> {
  for (const { _id, email } of orders) {
    await crowd.find(buyer => buyer.email === email)?.call('DELETE', `/api/myBooking/${_id}`)
  }
}

/** Inserts sessions directly, because sign-ins are not tested here. */
const customers = ({ call, deps: { db, now } }: TestShop, count: number): Promise<Customer[]> =>
  db.write(async tx => {
    const all: Customer[] = []
    for (let n = 0; n < count; n++) {
      const [id, token] = [newId(), newToken()]
      const user = { id, email: `${id}@example.com`, display_name: 'Test Customer', password_hash: null }
      // A verified email lifts the limits of unknown customers.
      await users.insert(tx, { ...user, created_at: now(), email_verified_at: now() })
      const session = { tokenHash: tokenHash(token), userId: id, now: now(), expiresAt: now() + hour }
      await sessions.start(tx, session)
      all.push(customerOf(call, user.email, token))
    }
    return all
  })

export async function promoted(shop: TestShop, email?: string): Promise<Customer> {
  const admin = await shop.customer(email)
  await shop.deps.db.write(tx =>
    tx.updateTable('users').set({ admin_since: 1 }).where('email', '=', admin.email).execute(),
  )
  return admin
}

export const stockScenarios: Scenario[] = [lastUnit(2), lastUnit(50), lastUnit(500), removedMeanwhile]
