import { isPayingOver } from '#domain/hold.ts'
import { nextCheckAt } from '#domain/refund.ts'
import { type Cards, ProviderDown } from '../adapters/cards.ts'
import type { PaymentRow, Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { sendRefund } from '../features/payments/refund/send-refund.ts'
import { settlePayment } from '../features/payments/settle/settle-payment.ts'
import { cancelPayment } from '../features/payments/start/cancel-payment.ts'
import { noteDeclines } from '../features/payments/start/declines.ts'
import * as paymentOrders from '../store/payment-orders.ts'
import * as payments from '../store/payments.ts'
import * as refunds from '../store/refunds.ts'
import { doInParallel } from './in-parallel.ts'

/** Webhooks usually arrive within seconds; after this time without one, the provider is asked. */
const quietMs = 45_000
const atOnce = 8
const page = 200
/** After this many failed calls the rest waits for the next run. */
const mostFailures = 5

/**
 * Sends due refunds, asks the provider about payments without recent events, and cancels those whose order has lapsed.
 * This finds the money even if every webhook was lost.
 */
export async function reconcilePayments(deps: Deps, cards: Cards, stopped?: AbortSignal): Promise<void> {
  const run = new Run(deps, stopped)
  await run.all(
    () => refunds.listDue(deps.db.read, deps.now(), page),
    (tx, refund) => refunds.claim(tx, refund, nextCheckAt(refund, deps.now())),
    refund => sendRefund(deps, cards, refund.id),
  )
  await run.all(
    () => payments.listUnchecked(deps.db.read, deps.now() - quietMs, page),
    (tx, payment) => payments.claimCheck(tx, payment, deps.now()),
    payment => reconcile(deps, cards, payment),
  )
  if (run.problems.length > 0) throw new AggregateError(run.problems, 'Some payments could not be checked')
}

class Run {
  readonly problems: unknown[] = []
  readonly #deps: Deps
  readonly #stopped: AbortSignal | undefined

  constructor(deps: Deps, stopped: AbortSignal | undefined) {
    this.#deps = deps
    this.#stopped = stopped
  }

  get isOver(): boolean {
    const unanswered = this.problems.filter(problem => problem instanceof ProviderDown)
    return this.#stopped?.aborted === true || unanswered.length >= mostFailures
  }

  /** Each is claimed before it is tried, so that one that always fails does not block the others. */
  async all<Row>(
    list: () => Promise<Row[]>,
    claim: (tx: Writing, row: Row) => Promise<boolean>,
    work: (row: Row) => Promise<unknown>,
  ): Promise<void> {
    const attempt = async (row: Row) => {
      if (await this.#deps.db.write(tx => claim(tx, row)))
        await work(row).catch(error => void this.problems.push(error))
    }
    for (;;) {
      const rows = await list()
      const [first, ...others] = rows
      // Alone, because after a pause a single call tests whether the provider is back (adapters/breaker.ts).
      if (first !== undefined) await attempt(first)
      await doInParallel(others, atOnce, attempt, () => this.isOver)
      if (rows.length < page || this.isOver) return
    }
  }
}

async function reconcile(deps: Deps, cards: Cards, payment: PaymentRow): Promise<void> {
  const orders = await paymentOrders.findOrders(deps.db.read, payment.id)
  const isOver = orders.some(
    ({ removed_at, held_until: heldUntil, transfer_until: transferUntil }) =>
      removed_at !== null || isPayingOver({ heldUntil, transferUntil }, payment.created_at, deps.now()),
  )
  // The provider never answered, so it cannot be paid: it is closed, and the next one starts fresh.
  if (isOver || !payment.intent_id) return cancelPayment(deps, cards, payment)
  const card = await cards.find(payment.intent_id)
  if (!card) return
  await settlePayment(deps, cards, card, 'reconciler')
  if (card.declined) await noteDeclines(deps, cards, card.intentId)
}
