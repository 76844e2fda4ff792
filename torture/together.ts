import { type Faults, noFaults } from '../sandbox/stripe/fault-switches.ts'
import { compareWithProvider } from '../src/server/features/payments/reconcile/compare-with-provider.ts'
import { mendDifference } from '../src/server/features/payments/reconcile/mend-difference.ts'
import { reconcilePayments } from '../src/server/jobs/reconcile-payments.ts'
import { releaseHolds } from '../src/server/jobs/release-holds.ts'
import * as orders from '../src/server/store/orders.ts'
import * as payments from '../src/server/store/payments.ts'
import type { CardShop } from '../tests/helpers/card-shop.ts'
import { confirmed } from '../tests/helpers/customers.ts'
import { type Bag, fillBag, start } from '../tests/helpers/pay-together.ts'
import { confirmPaid, intentOf, readOrder } from '../tests/helpers/paying.ts'
import { scenario } from './money.ts'
import type { Random } from './random.ts'
import { pause, type Run, type Scenario, type Tally } from './scenario.ts'

/** Random faults of the provider and its webhooks. */
const faultOf = (random: Random): Partial<Faults> => ({
  webhookDrop: random.chance(0.4),
  webhookDuplicates: random.between(0, 2),
  webhookReorder: random.chance(0.5),
  ...random.pick<Partial<Faults>>([
    {},
    { dropReplyCreate: random.between(1, 2) },
    { dropReplyCancel: random.between(1, 2) },
    { dropReplyRefund: random.between(1, 2) },
    { saved500: random.between(1, 2), faultsOn: random.pick(['create', 'cancel', 'refund']) },
    { saved500AfterWork: 1, faultsOn: random.pick(['create', 'cancel', 'refund']) },
    { answer500: random.between(1, 4) },
    { outage: true, faultsOn: 'refund' },
  ]),
})

/** Pays some of the orders together, retries after a 502, and returns the orders that the shop acknowledged as paid. */
async function pay(
  shop: CardShop,
  { ann }: Bag,
  ids: readonly string[],
  typingMs: number,
): Promise<string[]> {
  for (let tries = 0; tries < 5; tries++) {
    const answer = await start(ann, ids)
    if (answer.statusCode === 502) continue
    if (answer.statusCode !== 200) return []
    const intent = intentOf(answer.json().clientSecret)
    await pause(typingMs)
    const isCharged = await shop.charge(intent).then(
      () => true,
      () => false,
    )
    if (!isCharged) return []
    const [first = ''] = ids
    return (await confirmPaid(ann, first, intent)).statusCode === 200 ? [first] : []
  }
  return []
}

/** Lets the hold of an order lapse and another customer order the whole stock. */
async function lapse(shop: CardShop, { items, ids }: Bag, index: number): Promise<void> {
  const id = ids[index] ?? ''
  await shop.deps.db.write(tx =>
    tx
      .updateTable('orders')
      .set({ held_until: 1 })
      .where('id', '=', id)
      .where('paid_at', 'is', null)
      .execute(),
  )
  await reconcilePayments(shop.deps, shop.deps.cards).catch(() => undefined)
  await releaseHolds(shop.deps)
  const item = items[index]
  if (item) await (await confirmed(shop.deps, await shop.customer())).order(item, 10)
}

/** Marks the payment as canceled without telling the provider, and removes one of its orders. The card can still be charged. */
async function cancelOnlyInShop(
  { deps: { db, now } }: CardShop,
  { ann, ids }: Bag,
  removed: string,
): Promise<void> {
  const isTyping = async () =>
    (await payments.listLive(db.read, ids)).some(({ intent_id }) => intent_id !== null)
  for (let tries = 0; tries < 30 && !(await isTyping()); tries++) await pause(3)
  await db.write(async tx => {
    await orders.lockAll(tx, ids)
    for (const { id } of await payments.listLive(tx, ids)) await payments.markCanceled(tx, id, now())
  })
  await ann.call('DELETE', `/api/myBooking/${removed}`)
}

/** Reconciles payments long after the faults. */
async function settleAll(shop: CardShop, since: number): Promise<void> {
  const { deps } = shop
  for (let turn = 0; turn < 4; turn++) {
    shop.travel(60_000)
    // One run may find that an idempotency key was used up.
    await reconcilePayments(deps, deps.cards).catch(() => undefined)
    for await (const difference of compareWithProvider(deps.db.read, deps.cards, since))
      if (difference.kind !== 'missing') await mendDifference(deps, deps.cards, difference)
  }
}

interface Charge {
  id: string
  status: string
  amount_received: number
  metadata: { bookingId?: string }
}

/** Every cent of a charge belongs to an order or was refunded once. Returns the number of partly refunded charges. */
async function checkCharges(shop: CardShop, { ids }: Bag, tally: Tally): Promise<number> {
  const { db } = shop.deps
  let inPart = 0
  const { data } = (await shop.readFromProvider('payment_intents?limit=100')) as unknown as { data: Charge[] }
  for (const { id, status, amount_received, metadata } of data) {
    if (status !== 'succeeded' || !ids.includes(metadata.bookingId ?? '')) continue
    const kept = (await orders.findAll(db.read, ids)).filter(({ transaction_id }) => transaction_id === id)
    const cents = kept.reduce((sum, { paid_cents }) => sum + (paid_cents ?? 0), 0)
    const made = await shop.deps.cards.refundsOf(id)
    const refunded = made.reduce((sum, { amount }) => sum + amount, 0)
    tally.expect(
      cents + refunded === amount_received,
      `${amount_received} cents came with ${id}, ${cents} were kept and ${refunded} went back`,
    )
    const own = made.flatMap(({ refundId }) => refundId ?? [])
    tally.expect(new Set(own).size === own.length, `a refund was made twice: ${own}`)
    if (refunded > 0 && cents > 0) inPart++
  }
  return inPart
}

const some = (random: Random, ids: readonly string[]): string[] =>
  random.shuffled(ids).slice(0, random.between(1, ids.length))

/**
 * Orders of one customer are paid in two concurrent payments that share orders, while an order is removed, the hold of another
 * lapses and its item sells out, the shop cancels a payment that is charged all the same, and the provider fails. Seen to fail
 * when a partial refund has no amount (all orders are refunded), and when an order counts as paid in any state (removed and paid).
 */
export const payTogether: Scenario = scenario(
  'pay together',
  { quick: 3, standard: 200 },
  async (shop, run: Run) => {
    const { random, tally } = run
    const since = Date.now() - 1000
    const all = await fillBag(shop, random.between(2, 5))
    const { ann, ids } = all
    await shop.setCardFaults(faultOf(random))
    tally.faults++
    const [removed, lapsing] = [random.pick(ids), random.between(0, ids.length - 1)]
    const paid = new Set<string>()
    const paying = (chosen: string[]) => async () => {
      for (const id of await pay(shop, all, chosen, random.between(0, 80))) paid.add(id)
    }
    const acts: (() => Promise<unknown>)[] = [
      paying(random.shuffled(ids)),
      ...(random.chance(0.6) ? [paying(some(random, ids))] : []),
      ...(random.chance(0.4) ? [() => ann.call('DELETE', `/api/myBooking/${removed}`)] : []),
      ...(random.chance(0.4) ? [() => lapse(shop, all, lapsing)] : []),
      ...(random.chance(0.6) ? [() => cancelOnlyInShop(shop, all, removed)] : []),
    ]
    await Promise.all(
      acts.map(async act => {
        await pause(random.between(0, 60))
        return act()
      }),
    )
    await shop.setCardFaults(noFaults)
    await settleAll(shop, since)
    const inPart = (Number.parseInt(tally.note, 10) || 0) + (await checkCharges(shop, all, tally))
    tally.note = `${inPart} charges were kept in part`
    tally.acknowledged += paid.size
    for (const id of paid) if (!(await readOrder(ann, id)).paid) tally.lost++
    await tally.checkBooks(shop.deps.db.read)
    if (tally.rounds < run.rounds - 1) return
    // Compares all payments; the provider does not know those of the demo's history.
    for await (const { sentence } of compareWithProvider(shop.deps.db.read, shop.deps.cards, 0))
      if (!/_demo_\d+/.test(sentence)) tally.wrong.push(sentence)
  },
)
