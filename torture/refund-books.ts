import type { RefundRequest } from '#contract/refunds.ts'
import type { Faults } from '../sandbox/stripe/fault-switches.ts'
import type { Cards } from '../src/server/adapters/cards.ts'
import type { Deps } from '../src/server/deps.ts'
import { compareWithProvider } from '../src/server/features/payments/reconcile/compare-with-provider.ts'
import { syncRefunds } from '../src/server/features/payments/refund/record-refunds.ts'
import { reconcilePayments } from '../src/server/jobs/reconcile-payments.ts'
import * as orders from '../src/server/store/orders.ts'
import * as refunds from '../src/server/store/refunds.ts'
import type { Random } from './random.ts'
import type { Run, Tally } from './scenario.ts'

/** The units in an order, at $12.50 each. */
export const quantity = 5

/** One click on the refund button. A double click has the same key. */
export interface RefundClick {
  key: string
  refund: RefundRequest
}

/** Several refunds of one order, which add up to more than its price; some are double clicks. */
export function clicksFor(random: Random, orderId: string): RefundClick[] {
  const clicks = Array.from({ length: random.between(3, 6) }, (_, n) => ({
    key: `${orderId}-${n}`,
    refund: {
      ...(random.chance(0.9) && { amount: random.between(1, 2500) / 100 }),
      reason: `Refund ${n}`,
      restock: random.pick([false, false, 0, 1, true]),
    },
  }))
  return random.shuffled([...clicks, ...clicks.filter(() => random.chance(0.5))])
}

/** Random faults of the provider's refunds and webhooks. */
export const faultOf = (random: Random): Partial<Faults> => ({
  faultsOn: 'refund',
  webhookDrop: random.chance(0.5),
  webhookDuplicates: random.between(0, 2),
  ...random.pick<Partial<Faults>>([
    {},
    { dropReplyRefund: random.between(1, 4) },
    { saved500: random.between(1, 2) },
    { saved500AfterWork: random.between(1, 2) },
    { answer500: random.between(1, 4) },
    { outage: true },
    { hangMs: random.between(20, 200) },
    { refundStatus: 'pending' },
  ]),
})

interface Sale {
  orderId: string
  intentId: string
  /** Somebody has also refunded in the provider's dashboard, so that the shop may have accepted too many refunds. */
  isRefundedManually: boolean
  /** The keys of the acknowledged refunds. */
  acknowledged: ReadonlySet<string>
}

type Desk = Deps & { cards: Cards }

/** Long after the fault every refund was made once, and the provider agrees with the books. */
export async function checkRefunds(
  desk: Desk,
  travel: (ms: number) => void,
  sale: Sale,
  { tally, rounds }: Run,
): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    travel(60_000)
    // One run may find that an idempotency key was used up.
    await reconcilePayments(desk, desk.cards).catch(() => undefined)
  }
  // Like the daily comparison, this finds a manual refund whose webhook was lost.
  if (sale.isRefundedManually) await syncRefunds(desk, desk.cards, sale.intentId)
  const made = await desk.cards.refundsOf(sale.intentId)
  const refunded = made.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0)
  const order = await orders.find(desk.db.read, sale.orderId)
  const total = order?.paid_cents ?? 0
  tally.expect(refunded <= total, `${refunded} cents went back of ${total}`)
  const own = made.flatMap(({ refundId }) => refundId ?? [])
  tally.expect(new Set(own).size === own.length, `a refund was made twice: ${own}`)
  const noted = (order?.refunded_cents ?? 0) + (order?.refund_pending_cents ?? 0)
  tally.expect(noted === refunded, `the provider gave back ${refunded} cents, the order says ${noted}`)
  await checkAcknowledged(desk, sale, tally)
  await tally.checkBooks(desk.db.read)
  // Compares all payments only once, because their number grows with the rounds.
  if (tally.rounds === rounds - 1)
    // The provider does not know the payments of the demo's history.
    for await (const { sentence } of compareWithProvider(desk.db.read, desk.cards, 0))
      if (!/_demo_\d+/.test(sentence)) tally.wrong.push(sentence)
}

/** Every acknowledged refund exists and was made, unless a manual refund left too little money. */
async function checkAcknowledged({ db }: Desk, sale: Sale, tally: Tally): Promise<void> {
  const rows = await refunds.listOf(db.read, sale.intentId)
  tally.acknowledged += sale.acknowledged.size
  for (const key of sale.acknowledged) {
    const row = rows.find(({ idempotency_key }) => idempotency_key === key)
    if (!row) tally.lost++
    else if (row.provider_id === null && !sale.isRefundedManually)
      tally.wrong.push(`refund ${row.id} was never made`)
  }
  const unasked = rows.filter(({ reason }) => reason === 'by_provider')
  tally.expect(
    sale.isRefundedManually || unasked.length === 0,
    `${unasked.length} refunds were made that nobody has asked for`,
  )
  const unmade = rows.filter(row => row.provider_id === null && row.failed_at === null)
  tally.expect(unmade.length === 0, `${unmade.length} refunds wait although the provider is well`)
}
