import { reconcilePayments } from '../src/server/jobs/reconcile-payments.ts'
import { releaseHolds } from '../src/server/jobs/release-holds.ts'
import { confirmed } from '../tests/helpers/customers.ts'
import { patch, read, refundsOf, started } from '../tests/helpers/paying.ts'
import { eventually, type PayingShop, takingCards } from '../tests/helpers/paying-shop.ts'
import { openTestShop } from '../tests/helpers/shop.ts'
import { pause, type Run, type Scenario } from './scenario.ts'

const minute = 60_000

/** Runs the rounds on a shop with cards and checks the books at the end. */
export function scenario(
  name: string,
  rounds: Scenario['rounds'],
  round: (shop: PayingShop, run: Run) => Promise<void>,
): Scenario {
  return {
    name,
    rounds,
    quickEngine: 'postgres',
    async run(run) {
      const shop = await openTestShop(run.engine)
      const paying = await takingCards(shop)
      try {
        for (; run.tally.rounds < run.rounds; run.tally.rounds++) await round(paying, run)
        await run.tally.checkBooks(shop.deps.db.read)
      } finally {
        await paying.closeCards()
        await shop.close()
      }
    },
  }
}

async function newOrder(shop: PayingShop) {
  const item = await shop.item({ price: 5, availableQuantity: 1 })
  const ann = await confirmed(shop.deps, await shop.customer())
  const order = (await ann.order(item)).json()
  return { item, ann, order, intent: await started(ann, order) }
}

/** Seen to fail when remove-order.ts does not cancel the payment first: customers are charged for removed orders. */
const payVersusRemove = scenario('pay versus remove', { quick: 6, standard: 200 }, async (shop, run) => {
  const { random, tally } = run
  const { item, ann, order, intent } = await newOrder(shop)
  const late = async (act: () => Promise<unknown>) => {
    await pause(random.between(0, 10))
    return act()
  }
  const [, removal] = await Promise.all([
    late(() => shop.charge(intent)).catch(() => undefined),
    late(() => ann.call('DELETE', `/api/myBooking/${order._id}`)),
  ])
  tally.faults++
  const { status } = await shop.provider(`payment_intents/${intent}`)
  const { statusCode } = removal as { statusCode: number }
  if (statusCode === 204) {
    tally.expect(status === 'canceled', `removed, but the payment is ${status}`)
    const { availableQuantity } = (await shop.call({ url: `/api/items/${item._id}` })).json()
    tally.expect(availableQuantity === 1, `removed, but ${availableQuantity} are free`)
  } else {
    tally.expect(status === 'succeeded', `not removed, but the payment is ${status}`)
    tally.acknowledged++
    if (!(await read(ann, order._id)).paid) tally.lost++
  }
})

/** Seen to fail without outcomeOf's 'already_kept' and the email's own id: several receipts for one payment. */
const webhookVersusPatch = scenario(
  'webhook versus PATCH',
  { quick: 6, standard: 200 },
  async (shop, run) => {
    const { random, tally } = run
    await shop.turn({ webhookDuplicates: random.between(0, 3), webhookReorder: random.chance(0.5) })
    const { ann, order, intent } = await newOrder(shop)
    tally.faults++
    const patchLater = async () => {
      await pause(random.between(0, 6))
      return patch(ann, order._id, intent)
    }
    const [, ...patches] = await Promise.all([shop.charge(intent), ...[1, 2, 3].map(patchLater)])
    await eventually(async () => (await read(ann, order._id)).paid, 'the order to be paid')
    const codes = patches.map(({ statusCode }) => statusCode)
    tally.expect(
      codes.every(code => code === 200 || code === 409),
      `PATCH answered ${codes}`,
    )
    tally.acknowledged++
    const { transactionId } = await read(ann, order._id)
    if (transactionId !== intent) tally.lost++
    const refunds = await refundsOf(shop, intent)
    tally.expect(refunds.length === 0, `a good payment was refunded ${refunds.length} times`)
    const messages = await emailsTo(shop, ann.email)
    tally.expect(messages === 1, `${messages} receipts were written`)
  },
)

const emailsTo = async (shop: PayingShop, email: string): Promise<number> =>
  (await shop.deps.db.read.selectFrom('outbox').select('id').where('recipient', '=', email).execute()).length

/**
 * A hold lapses while its order is being paid, and another customer orders the unit. Seen to fail when releaseExpired ignores
 * live payments: the unit is sold twice.
 */
const holdVersusPayment = scenario(
  'lapsing hold versus payment',
  { quick: 4, standard: 100 },
  async (shop, run) => {
    const { random, tally } = run
    const { item, ann, order, intent } = await newOrder(shop)
    const rival = await confirmed(shop.deps, await shop.customer())
    shop.travel(25 * 60 * minute)
    tally.faults++
    const acts = [
      () => shop.charge(intent).catch(() => undefined),
      () => releaseHolds(shop.deps),
      () => reconcilePayments(shop.deps, shop.deps.cards),
      () => rival.order(item),
      () => patch(ann, order._id, intent),
    ]
    await Promise.all(
      random.shuffled(acts).map(async act => {
        await pause(random.between(0, 4))
        return act().catch(() => undefined)
      }),
    )
    shop.travel(2 * minute)
    await reconcilePayments(shop.deps, shop.deps.cards)
    await releaseHolds(shop.deps)
    const { status } = await shop.provider(`payment_intents/${intent}`)
    const { paid } = await read(ann, order._id)
    const refunds = await refundsOf(shop, intent)
    if (status === 'succeeded') tally.acknowledged++
    tally.expect(
      status === 'succeeded' ? paid !== (refunds.length === 1) : !paid,
      `the payment is ${status}, the order ${paid ? 'paid' : 'unpaid'}, refunded ${refunds.length} times`,
    )
  },
)

/** The provider fails or loses its replies at every step; in the end the order is paid once. */
const unreliableProvider = scenario('unreliable provider', { quick: 3, standard: 60 }, async (shop, run) => {
  const { random, tally } = run
  const item = await shop.item({ price: 5, availableQuantity: 1 })
  const ann = await confirmed(shop.deps, await shop.customer())
  const order = (await ann.order(item)).json()
  const fault = random.pick([
    { answer500: random.between(1, 6) },
    { dropReplyCreate: random.between(1, 2) },
    { answer429: random.between(1, 3) },
    { webhookDrop: true },
    { saved500: random.between(1, 2) },
    { saved500AfterWork: 1 },
  ])
  await shop.turn(fault)
  tally.faults++
  const intent = await eventually(
    () => started(ann, order).catch(() => undefined),
    `a payment in spite of ${JSON.stringify(fault)}`,
  )
  await eventually(
    () =>
      shop.charge(intent).then(
        () => true,
        () => false,
      ),
    'the charge',
  )
  await patch(ann, order._id, intent)
  await shop.turn({
    answer500: 0,
    saved500: 0,
    saved500AfterWork: 0,
    dropReplyCreate: 0,
    answer429: 0,
    webhookDrop: false,
  })
  shop.travel(2 * minute)
  await reconcilePayments(shop.deps, shop.deps.cards)
  tally.acknowledged++
  if (!(await read(ann, order._id)).paid) tally.lost++
})

export const moneyScenarios: Scenario[] = [
  payVersusRemove,
  webhookVersusPatch,
  holdVersusPayment,
  unreliableProvider,
]
