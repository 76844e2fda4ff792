import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import * as util from 'node:util'
import { root } from './own-node.mjs'
import { Stop } from './run.mjs'

/** The settings that select a real provider; a demo without one of them uses the sandbox. */
const providers = ['STRIPE_SECRET_KEY', 'GOOGLE_CLIENT_ID', 'GITHUB_CLIENT_ID', 'IMGBB_KEY', 'SMTP_URL']

/** The settings of the shop: .env applies if the environment has no value. Node 20.0 cannot read it yet. */
export function readSettings() {
  const file = join(root, '.env')
  return { ...(existsSync(file) && util.parseEnv?.(readFileSync(file, 'utf8'))), ...process.env }
}

/**
 * Stops with a sentence if a port that `npm start` needs is taken: before anything is installed or built, and before a
 * demo creates half of its history.
 */
export async function refuseTakenPorts(settings = readSettings()) {
  const given = name => settings[name]?.trim() || undefined
  const port = Number(given('PORT') ?? 3000)
  if (!given('LISTEN_FDS') && (await isTaken(port)))
    throw new Stop(
      `Port ${port} is taken. Stop the program that uses it, or choose another: PORT=3100 npm start`,
    )
  const isDemo = (given('SHOP_MODE') ?? 'demo') === 'demo'
  if (!isDemo || providers.every(given)) return
  const first = Number(given('SANDBOX_PORT') ?? 3001)
  if (first === 0) return
  for (const [wanted, use] of [
    [first, 'its pages'],
    [first + 1, 'mail'],
  ])
    if (await isTaken(wanted))
      throw new Stop(
        `Port ${wanted} is taken, and the demo’s sandbox needs it for ${use}. Stop the program that uses it, or choose others: SANDBOX_PORT=3101 npm start takes 3101 and 3102.`,
      )
}

/** Any other problem with a port is left to the shop. */
function isTaken(port) {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', ({ code }) => resolve(code === 'EADDRINUSE'))
    try {
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)))
    } catch {
      resolve(false)
    }
  })
}
