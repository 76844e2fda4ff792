import cluster from 'node:cluster'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Config, readConfig, warningsOf } from './config.ts'
import { demoAccounts } from './db/demo.ts'
import { warningLine } from './http/log.ts'
import { serveAssets } from './pages/assets.ts'
import { servePages } from './pages/pages.ts'
import type { WebBuild } from './pages/renderer.ts'
import { type AddPages, runShop } from './run-shop.ts'
import { type OpenMessage, runWorkers } from './run-workers.ts'
import { explainFailedStart } from './start-failure.ts'

const buildFolder = resolve(import.meta.dirname, '../../build')

const addPages: AddPages = async (app, deps) => {
  const build: WebBuild = await import(pathToFileURL(`${buildFolder}/server/index.js`).href)
  serveAssets(
    app,
    `${buildFolder}/client`,
    servePages(app, deps, async () => build),
  )
}

function announce(address: string, config: Config): void {
  const lines = ['', `  Tuckshop is open at ${address}`, '']
  const kind = config.databaseUrl ? 'PostgreSQL' : `one file in ${config.dataDir}`
  lines.push(`  Data      ${kind}`)
  if (config.workers > 1) lines.push(`  Processes ${config.workers}`)
  if (config.mode === 'demo') {
    for (const { label, email, password } of demoAccounts)
      lines.push(`  ${label.padEnd(9)} ${email} / ${password}`)
  }
  if (config.mode === 'live' && config.smtp) lines.push(`  Mail      from ${config.smtp.from}`)
  lines.push(...switchedOff(config).map(feature => `  Off       ${feature}`))
  console.log([...lines, '', '  Press Ctrl+C to close it.', ''].join('\n'))
  for (const warning of warningsOf(config)) console.error(`  ${warning}\n`)
}

/** What this shop does not offer, and what would switch it on. */
function switchedOff({ stripe, google, github, smtp, takesOrders }: Config): string[] {
  const features: [unknown, string][] = [
    [
      stripe,
      `card payments${takesOrders ? '' : ', so nothing can be ordered'}: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET`,
    ],
    [google, 'sign-in with Google: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'],
    [github, 'sign-in with GitHub: set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET'],
    [smtp, 'receipts by mail: set SMTP_URL'],
  ]
  return features.flatMap(([on, sentence]) => (on ? [] : [sentence]))
}

const say = (sentence: string) => console.log(warningLine(sentence))

async function open(config: Config): Promise<void> {
  if (config.workers > 1 && cluster.isPrimary) {
    const address = await runWorkers(config, import.meta.filename, say)
    return announce(config.publicUrl ?? address, config)
  }
  const address = await runShop(config, addPages, say)
  if (cluster.isPrimary) return announce(config.publicUrl ?? address, config)
  const message: OpenMessage = { openAt: address }
  process.send?.(message)
}

try {
  await open(readConfig(process.env))
} catch (error) {
  console.error(explainFailedStart(error))
  process.exitCode = 1
  // A worker stays for as long as it is connected.
  if (cluster.isWorker) process.disconnect?.()
}
