import { hash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { checkAccess } from '#domain/access.ts'
import type { Deps } from '../../deps.ts'
import { isLocal } from '../../http/address.ts'
import { type Family, gauge, sample, textOf } from '../../observability/metric-families.ts'
import { acrossWorkers } from '../../observability/worker-metrics.ts'
import type { FindSession } from '../../sessions/find-session.ts'
import * as holds from '../../store/holds.ts'
import * as outbox from '../../store/outbox.ts'
import * as payments from '../../store/payments.ts'
import * as refunds from '../../store/refunds.ts'
import * as sessions from '../../store/sessions.ts'

/** Serves Prometheus: a program on this machine, a client with the metrics token, or an admin. */
export function metricsRoutes(
  app: FastifyInstance,
  deps: Deps,
  { version, findSession }: { version: string; findSession: FindSession },
): void {
  const counted = acrossWorkers(() => [
    ...deps.metrics.families(),
    buildFamily(deps, version),
    ...commitFamilies(deps),
    ...backupFamilies(deps),
  ])
  app.get(`${apiRoot}/metrics`, { config: { access: 'metrics_reader' } }, async (request, reply) => {
    if (!isLocal(request, deps.config) && !hasToken(request, deps.config.metricsToken)) {
      request.session = await findSession(request)
      checkAccess('admin', request.session?.caller)
    }
    const families = [...(await counted()), ...(await diskFamilies(deps)), ...(await dataFamilies(deps))]
    return reply
      .headers({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
      .send(textOf(families))
  })
}

/** Compares hashes, so that the timing reveals nothing about the token. */
function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

function buildFamily({ db }: Deps, version: string): Family {
  const name = 'tuckshop_build_info'
  const labels = { version, node: process.version, engine: db.engine.name }
  return { ...gauge(name, 'Which shop this is.', 1), merge: 'highest', samples: [sample(name, labels, 1)] }
}

function commitFamilies({ db: { engine } }: Deps): Family[] {
  if (!engine.stats) return []
  const { transactions, commits } = engine.stats
  const counter = (name: string, help: string, value: number): Family => ({
    name,
    kind: 'counter',
    help,
    samples: [[name, value]],
  })
  return [
    counter('tuckshop_commits_total', 'Durable commits: one fsync each.', commits),
    counter('tuckshop_transactions_total', 'Transactions that shared those commits.', transactions),
  ]
}

const behindHelp = 'How many seconds of changes would be lost with the disk of the shop.'

function backupFamilies({ backup }: Deps): Family[] {
  const state = backup?.state()
  return state ? [gauge('tuckshop_backup_behind_seconds', behindHelp, state.behindSeconds)] : []
}

/** The disk of the data folder; a shop on PostgreSQL may have none. */
async function diskFamilies({ config }: Deps): Promise<Family[]> {
  try {
    const { bsize, bavail, blocks } = await statfs(config.dataDir)
    return [
      gauge('tuckshop_disk_free_bytes', 'Free on the disk with the data folder.', bsize * bavail),
      gauge('tuckshop_disk_size_bytes', 'Size of the disk with the data folder.', bsize * blocks),
    ]
  } catch {
    return []
  }
}

/** Figures of the whole shop, the same in every process. Omitted if the database is down. */
async function dataFamilies({ db, now }: Deps): Promise<Family[]> {
  try {
    return [
      gauge('tuckshop_outbox_depth', 'Emails that wait to be sent.', await outbox.countWaiting(db.read)),
      gauge('tuckshop_live_holds', 'Unpaid orders that hold stock.', await holds.countHolds(db.read)),
      gauge('tuckshop_sessions', 'Sessions that are alive.', await sessions.countLive(db.read, now())),
      gauge('tuckshop_payments_open', 'Payments that may still succeed.', await payments.countOpen(db.read)),
      gauge('tuckshop_refunds_due', 'Refunds not made yet.', await refunds.countDue(db.read)),
      gauge('tuckshop_database_up', 'Whether the database answers.', 1),
    ]
  } catch {
    return [gauge('tuckshop_database_up', 'Whether the database answers.', 0)]
  }
}
