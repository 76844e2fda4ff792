import { nextCheckAt } from '#domain/refund.ts'
import { type Cards, ProviderDown } from '../adapters/cards.ts'
import type { PaymentRow, Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { sendRefund } from '../features/payments/refund/send-refund.ts'
import { settlePayment } from '../features/payments/settle/settle-payment.ts'
import { noteDeclines } from '../features/payments/start/declines.ts'
import { stopPayment } from '../features/payments/start/stop-payment.ts'
import * as paymentOrders from '../store/payment-orders.ts'
import * as payments from '../store/payments.ts'
import * as refunds from '../store/refunds.ts'
import { someAtOnce } from './in-parallel.ts'

/** News usually come by themselves within seconds; a payment that was quiet this long is asked about. */
const quietMs = 45_000
const atOnce = 8
const page = 200
/** After so many calls that the provider did not answer, the rest waits for the next run. */
const mostFailures = 5

/**
 * Gives back what is due, asks the provider about payments nobody has heard of for a while, and calls off those whose
 * order has lapsed. Money is found even when every message about it was lost.
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

  /** Each is claimed before it is tried: one that always fails must not keep the others from their turn. */
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
      // Alone: whether the provider is back after a pause is tried by one call (adapters/breaker.ts).
      if (first !== undefined) await attempt(first)
      await someAtOnce(others, atOnce, attempt, () => this.isOver)
      if (rows.length < page || this.isOver) return
    }
  }
}

async function reconcile(deps: Deps, cards: Cards, payment: PaymentRow): Promise<void> {
  const orders = await paymentOrders.findOrders(deps.db.read, payment.id)
  const isLapsed = orders.some(order => order.removed_at !== null || order.held_until <= deps.now())
  // Without an answer of the provider nobody can pay it: it is closed, and the next one starts anew.
  if (isLapsed || !payment.intent_id) return stopPayment(deps, cards, payment)
  const news = await cards.find(payment.intent_id)
  if (!news) return
  await settlePayment(deps, cards, news, 'reconciler')
  if (news.declined) await noteDeclines(deps, cards, news.intentId)
}
