import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { demoAccounts } from './db/demo.ts'
import type { Deps } from './deps.ts'
import { serveAssets } from './http/assets.ts'
import { listen } from './http/listen.ts'
import { servePages, type WebBuild } from './http/pages.ts'
import { startJobs } from './jobs/every.ts'
import { releaseHolds } from './jobs/release-holds.ts'
import { sweepSessions } from './jobs/sweep-sessions.ts'
import { openShop } from './open-shop.ts'
import { explainFailedStart } from './start-failure.ts'

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
    await Promise.all([app.close(), stopJobs()])
    await deps.db.close()
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  announce(config.publicUrl ?? address, config)
}

const runJobs = (app: FastifyInstance, deps: Deps) =>
  startJobs(
    [
      { name: 'release holds', everyMs: 10_000, run: () => releaseHolds(deps) },
      { name: 'sweep sessions', everyMs: 600_000, run: () => sweepSessions(deps) },
    ],
    (name, error) => app.log.error({ err: error }, `job failed: ${name}`),
  )

function announce(address: string, config: Config): void {
  const lines = ['', `  Tuckshop is open at ${address}`, '']
  const kind = config.databaseUrl ? 'PostgreSQL' : `one file in ${config.dataDir}`
  lines.push(`  Data      ${kind}`)
  if (config.mode === 'demo') {
    for (const { label, email, password } of demoAccounts)
      lines.push(`  ${label.padEnd(9)} ${email} / ${password}`)
  }
  console.log([...lines, '', '  Press Ctrl+C to close it.', ''].join('\n'))
}

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(explainFailedStart(error))
  process.exitCode = 1
}
