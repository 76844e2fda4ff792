import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp, removeOrderOf } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { demoAccounts } from './db/demo.ts'
import type { Deps } from './deps.ts'
import { serveAssets } from './http/assets.ts'
import { listen } from './http/listen.ts'
import { servePages } from './http/pages.ts'
import type { WebBuild } from './http/renderer.ts'
import { closeAccounts } from './jobs/close-accounts.ts'
import { type Job, startJobs } from './jobs/every.ts'
import { reconcilePayments } from './jobs/reconcile-payments.ts'
import { releaseHolds } from './jobs/release-holds.ts'
import { sendOutbox } from './jobs/send-outbox.ts'
import { sweepSessions } from './jobs/sweep-sessions.ts'
import { openShop } from './open-shop.ts'
import { explainFailedStart } from './start-failure.ts'

const patienceMs = 8000
const buildFolder = resolve(import.meta.dirname, '../../build')

async function start(config: Config): Promise<void> {
  const deps = await openShop(config, error =>
    console.error(`A database connection was lost: ${error.message}`),
  )
  const app = buildApp(deps)
  let address: string
  try {
    const build: WebBuild = await import(pathToFileURL(`${buildFolder}/server/index.js`).href)
    await serveAssets(app, `${buildFolder}/client`)
    servePages(app, deps, async () => build)
    address = await listen(app, config.host, config.port)
  } catch (error) {
    await app.close()
    await deps.db.close()
    throw error
  }
  const stopJobs = runJobs(app, deps)
  const stop = async () => {
    // A browser may keep a connection open without asking anything: after a while it is cut.
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()
    await Promise.all([app.close(), stopJobs()])
    deps.mail?.close()
    await deps.db.close()
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  announce(config.publicUrl ?? address, config)
}

function runJobs(app: FastifyInstance, deps: Deps): () => Promise<void> {
  const { cards, mail } = deps
  const jobs: Job[] = [
    { name: 'release holds', everyMs: 10_000, run: () => releaseHolds(deps) },
    { name: 'close accounts', everyMs: 30_000, run: () => closeAccounts(deps, removeOrderOf(deps)) },
    { name: 'sweep sessions', everyMs: 600_000, run: () => sweepSessions(deps) },
  ]
  if (cards)
    jobs.push({ name: 'reconcile payments', everyMs: 15_000, run: () => reconcilePayments(deps, cards) })
  if (mail) jobs.push({ name: 'send outbox', everyMs: 1000, run: () => sendOutbox(deps, mail) })
  return startJobs(jobs, (name, error) => app.log.error({ err: error }, `job failed: ${name}`))
}

function announce(address: string, config: Config): void {
  const lines = ['', `  Tuckshop is open at ${address}`, '']
  const kind = config.databaseUrl ? 'PostgreSQL' : `one file in ${config.dataDir}`
  lines.push(`  Data      ${kind}`)
  if (config.mode === 'demo') {
    for (const { label, email, password } of demoAccounts)
      lines.push(`  ${label.padEnd(9)} ${email} / ${password}`)
  }
  lines.push(...switchedOff(config).map(feature => `  Off       ${feature}`))
  console.log([...lines, '', '  Press Ctrl+C to close it.', ''].join('\n'))
}

/** What this shop does not offer, and what would switch it on. */
function switchedOff({ stripe, google, github, smtpUrl }: Config): string[] {
  const features: [unknown, string][] = [
    [stripe, 'card payments: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET'],
    [google, 'sign-in with Google: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'],
    [github, 'sign-in with GitHub: set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET'],
    [smtpUrl, 'receipts by mail: set SMTP_URL'],
  ]
  return features.flatMap(([on, sentence]) => (on ? [] : [sentence]))
}

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(explainFailedStart(error))
  process.exitCode = 1
}
