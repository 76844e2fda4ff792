import { Counter, type Family } from './metric-families.ts'
import { ProcessMeter } from './process-metrics.ts'
import { RouteMeters } from './route-metrics.ts'

/** The counters of this process, for monitoring only. */
export class ShopMetrics {
  readonly routes = new RouteMeters()
  readonly process = new ProcessMeter()

  readonly orders = new Counter('tuckshop_orders_total', 'Orders, by what happened to them.', 'event', [
    'placed',
    'removed',
    'lapsed',
  ])

  /** kept: its order is paid. refund_due: received, but has to be refunded. refused: the provider will never accept it. */
  readonly payments = new Counter('tuckshop_payments_total', 'Payments by outcome.', 'outcome', [
    'kept',
    'canceled',
    'refund_due',
    'refunded',
    'refund_failed',
    'refused',
  ])

  readonly emails = new Counter('tuckshop_emails_total', 'Emails by outcome of a try.', 'outcome', [
    'sent',
    'failed',
    'given_up',
  ])

  readonly deletedByAge = new Counter<string>(
    'tuckshop_retention_deleted_total',
    'Rows deleted because their retention time was over.',
    'what',
    ['outbox', 'card_events', 'audit_log', 'unpaid_orders'],
  )

  readonly jobFailures = new Counter<string>('tuckshop_job_failures_total', 'Jobs that failed.', 'name', [])

  /** Refused calls and pages, by the code of the problem. */
  readonly refusals = new Counter<string>('tuckshop_refusals_total', 'Refusals by their code.', 'code', [])

  families(): Family[] {
    return [
      ...this.routes.families(),
      this.refusals.family(),
      this.orders.family(),
      this.payments.family(),
      this.emails.family(),
      this.deletedByAge.family(),
      this.jobFailures.family(),
      ...this.process.families(),
    ]
  }
}
