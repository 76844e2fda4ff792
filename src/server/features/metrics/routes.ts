import type { FastifyInstance } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { checkAccess } from '#domain/access.ts'
import type { Deps } from '../../deps.ts'
import { isLocal } from '../../http/address.ts'
import { described, gauge, sample } from '../../metrics/lines.ts'
import type { FindSession } from '../../sessions/find-session.ts'
import * as holds from '../../store/holds.ts'
import * as outbox from '../../store/outbox.ts'
import * as payments from '../../store/payments.ts'
import * as refunds from '../../store/refunds.ts'
import * as sessions from '../../store/sessions.ts'

/** What Prometheus reads: for a program on this machine, or an admin. */
export function metricsRoutes(
  app: FastifyInstance,
  deps: Deps,
  { version, findSession }: { version: string; findSession: FindSession },
): void {
  app.get(`${apiRoot}/metrics`, { config: { access: 'loopback_or_admin' } }, async (request, reply) => {
    if (!isLocal(request, deps.config)) {
      request.session = await findSession(request)
      checkAccess('admin', request.session?.caller, [])
    }
    const lines = [...deps.metrics.lines(), ...buildLines(deps, version), ...(await dataLines(deps))]
    return reply
      .headers({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
      .send(`${lines.join('\n')}\n`)
  })
}

function buildLines({ db }: Deps, version: string): string[] {
  const name = 'tuckshop_build_info'
  const labels = { version, node: process.version, engine: db.engine.name }
  const { stats } = db.engine
  return [
    ...described(name, 'gauge', 'Which shop this is.', [sample(name, labels, 1)]),
    ...(stats ? commitLines(stats) : []),
  ]
}

function commitLines({ transactions, commits }: { transactions: number; commits: number }): string[] {
  const counter = (name: string, help: string, value: number) =>
    described(name, 'counter', help, [sample(name, {}, value)])
  return [
    ...counter('tuckshop_commits_total', 'Durable commits: one fsync each.', commits),
    ...counter('tuckshop_transactions_total', 'Transactions that shared those commits.', transactions),
    ...gauge(
      'tuckshop_transactions_per_commit',
      'Transactions per commit since the start.',
      commits === 0 ? 0 : transactions / commits,
    ),
  ]
}

/** Of the whole shop, whichever process is asked. Without the database the rest is told all the same. */
async function dataLines({ db, now }: Deps): Promise<string[]> {
  try {
    return [
      ...gauge('tuckshop_outbox_depth', 'Letters that wait to be sent.', await outbox.countWaiting(db.read)),
      ...gauge('tuckshop_live_holds', 'Unpaid orders that hold stock.', await holds.countHolds(db.read)),
      ...gauge('tuckshop_sessions', 'Sessions that are alive.', await sessions.countLive(db.read, now())),
      ...gauge(
        'tuckshop_payments_open',
        'Payments that may still succeed.',
        await payments.countOpen(db.read),
      ),
      ...gauge('tuckshop_refunds_due', 'Refunds not made yet.', await refunds.countDue(db.read)),
      ...gauge('tuckshop_database_up', 'Whether the database answers.', 1),
    ]
  } catch {
    return gauge('tuckshop_database_up', 'Whether the database answers.', 0)
  }
}
