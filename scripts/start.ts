// npm start: the shop, and in demo mode the sandbox that replaces every provider without keys.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { refuseTakenPorts } from './bootstrap/ports.mjs'
import { readCommandLine } from './commands.mjs'
import { defaultSandbox, isUnset, type Sandbox, sandboxPort, sandboxSettings } from './sandbox-settings.ts'

readCommandLine('start')

const root = join(import.meta.dirname, '..')

function startSandbox(): Promise<Sandbox> {
  const child = spawn(process.execPath, ['sandbox/main.ts', '--with-shop'], {
    cwd: root,
    env: { ...process.env, SHOP_URL: `http://127.0.0.1:${process.env.PORT || 3000}` },
    // It lives exactly as long as the shop: it ignores signals to the shop's group, and the channel closes when the
    // shop is gone for any reason.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return sandboxOf(child)
}

const sandboxFailed = 'The sandbox did not start (see above).'

function sandboxOf(child: ChildProcess): Promise<Sandbox> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', chunk => {
      const [, url, smtpUrl] = /open at (\S+), mail at (\S+)/.exec(String(chunk)) ?? []
      if (!url || !smtpUrl) return
      child.unref()
      child.channel?.unref()
      if (child.stdout && 'unref' in child.stdout) (child.stdout as { unref(): void }).unref()
      resolve({ url, smtpUrl })
    })
    child.once('exit', () => reject(new Error(sandboxFailed)))
  })
}

const isDemo = isUnset('SHOP_MODE') || process.env.SHOP_MODE?.trim() === 'demo'
const missing = isDemo ? Object.keys(sandboxSettings({ url: '', smtpUrl: '' })).filter(isUnset) : []

/** Written when the sandbox knows the charges of the demo. After a failure the next start sends them again. */
const importedFile = join(resolve(process.env.DATA_DIR || './data'), 'sandbox', 'past-is-told')

/**
 * With a fixed port the sandbox's address is known, and the shop need not wait for it: it calls no provider at the
 * start.
 */
async function startBoth(): Promise<string | undefined> {
  // Checked before the build too, but that may have taken a while.
  await refuseTakenPorts(process.env)
  const early = missing.length > 0 && sandboxPort === 0 ? await startSandbox() : undefined
  const settings = sandboxSettings(early ?? defaultSandbox)
  for (const name of missing) Object.assign(process.env, settings[name])
  await import(pathToFileURL(join(root, 'build/shop/main.js')).href)
  if (missing.length === 0 || process.exitCode) return undefined
  const { url } = early ?? (await startSandbox())
  if (missing.includes('STRIPE_SECRET_KEY') && !existsSync(importedFile)) {
    await (await import('./past-charges.ts')).importPastCharges(url)
    writeFileSync(importedFile, '')
  }
  return url
}

try {
  const url = await startBoth()
  if (url)
    console.log(`  Sandbox   ${url}  (cards, Google, GitHub, pictures, mailbox: nothing there is real)\n`)
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
