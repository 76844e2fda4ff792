import type { RefundRequest } from '#contract/refunds.ts'
import { type Faults, noFaults } from '../sandbox/stripe/fault-switches.ts'
import type { Cards } from '../src/server/adapters/cards.ts'
import type { Deps } from '../src/server/deps.ts'
import { compareWithProvider } from '../src/server/features/payments/reconcile/compare-with-provider.ts'
import { syncRefunds } from '../src/server/features/payments/refund/record-refunds.ts'
import { reconcilePayments } from '../src/server/jobs/reconcile-payments.ts'
import * as orders from '../src/server/store/orders.ts'
import * as refunds from '../src/server/store/refunds.ts'
import type { Random } from './random.ts'
import type { Run, Tally } from './scenario.ts'

/** $12.50 each. */
export const quantity = 5

/** One press of the button. Pressed twice it has the same key. */
export interface Press {
  key: string
  wish: RefundRequest
}

/** Several refunds of one order, together more than it was paid with; some of them are pressed twice. */
export function pressesFor(random: Random, orderId: string): Press[] {
  const presses = Array.from({ length: random.between(3, 6) }, (_, n) => ({
    key: `${orderId}-${n}`,
    wish: {
      ...(random.chance(0.9) && { amount: random.between(1, 2500) / 100 }),
      reason: `Refund ${n}`,
      restock: random.pick([false, false, 0, 1, true]),
    },
  }))
  return random.shuffled([...presses, ...presses.filter(() => random.chance(0.5))])
}

/** What the provider does to those who ask for a refund, and to the news about it. */
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

export const healed = noFaults

export interface Sale {
  orderId: string
  intentId: string
  /** Somebody has given money back at the provider as well: what the shop has promised may have been too much. */
  isGivenByHand: boolean
  /** The keys of those presses that were answered by a success. */
  acknowledged: ReadonlySet<string>
}

type Desk = Deps & { cards: Cards }

/** Long after the fault: every refund has come to its end, once, and the provider and the books are equal. */
export async function holdToRefunds(
  desk: Desk,
  travel: (ms: number) => void,
  sale: Sale,
  { tally, rounds }: Run,
): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    travel(60_000)
    // One turn may find that a key is spent.
    await reconcilePayments(desk, desk.cards).catch(() => undefined)
  }
  // As the daily comparison does, which finds what was given by hand where the news of it are lost.
  if (sale.isGivenByHand) await syncRefunds(desk, desk.cards, sale.intentId)
  const made = await desk.cards.refundsOf(sale.intentId)
  const given = made.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0)
  const order = await orders.find(desk.db.read, sale.orderId)
  const total = order?.total_cents ?? 0
  tally.expect(given <= total, `${given} cents went back of ${total}`)
  const own = made.flatMap(({ refundId }) => refundId ?? [])
  tally.expect(new Set(own).size === own.length, `a refund was made twice: ${own}`)
  const noted = (order?.refunded_cents ?? 0) + (order?.refund_pending_cents ?? 0)
  tally.expect(noted === given, `the provider gave back ${given} cents, the order says ${noted}`)
  await checkPromises(desk, sale, tally)
  await tally.checkBooks(desk.db.read)
  // Everything that the provider has ever had: once, because it grows with the rounds.
  if (tally.rounds === rounds - 1)
    // Nobody has told this provider of the demo's past.
    for await (const { sentence } of compareWithProvider(desk.db.read, desk.cards, 0))
      if (!/_demo_\d+/.test(sentence)) tally.wrong.push(sentence)
}

/** What was acknowledged is there, and made unless less was left at the provider than the shop knew. */
async function checkPromises({ db }: Desk, sale: Sale, tally: Tally): Promise<void> {
  const rows = await refunds.listOf(db.read, sale.intentId)
  tally.acknowledged += sale.acknowledged.size
  for (const key of sale.acknowledged) {
    const row = rows.find(({ idempotency_key }) => idempotency_key === key)
    if (!row) tally.lost++
    else if (row.provider_id === null && !sale.isGivenByHand)
      tally.wrong.push(`refund ${row.id} was never made`)
  }
  const unasked = rows.filter(({ reason }) => reason === 'by_provider')
  tally.expect(
    sale.isGivenByHand || unasked.length === 0,
    `${unasked.length} refunds were made that nobody has asked for`,
  )
  const unmade = rows.filter(row => row.provider_id === null && row.failed_at === null)
  tally.expect(unmade.length === 0, `${unmade.length} refunds wait although the provider is well`)
}
