// Runs Lighthouse on the public pages: npm run shop -- lighthouse. Downloaded on first use, and not in the lockfile:
// see docs/decisions/009.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Refused } from '../src/server/backup/archive.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import { startShop } from '../tests/helpers/running-shop.ts'
import { findChromium } from './chromium.ts'
import { runCommand } from './command.ts'

const version = '13.5.0'
const folder = join(import.meta.dirname, '../node_modules/.cache', `lighthouse-${version}`)
const program = join(folder, 'node_modules/lighthouse/cli/index.js')
const pages = ['/', '/login', '/signup', '/portfolio', '/team', '/starRating']
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

function fetchOnce(): void {
  if (existsSync(program)) return
  console.log(`Fetching Lighthouse ${version} into node_modules/.cache …`)
  const parameters = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', [...parameters, `lighthouse@${version}`], { stdio: 'inherit' })
  if (status !== 0) throw new Refused('Lighthouse could not be fetched; the first run needs the network.')
}

async function report(url: string): Promise<Report> {
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, url, '--quiet', '--output=json', flags],
    { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, CHROME_PATH: await findChromium() } },
  )
  return JSON.parse(stdout)
}

/** The audits that lower the scores of a page, with their values. */
function shortcomings({ categories: found, audits }: Report): string[] {
  const counted = categories.flatMap(name => found[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? [])
  return counted.flatMap(({ id }) => {
    const audit = audits[id]
    if (!audit || audit.score === null || audit.score >= 0.9) return []
    return [`${audit.title}${audit.displayValue ? `: ${audit.displayValue}` : ''}`]
  })
}

await runCommand('lighthouse', async () => {
  fetchOnce()
  // With a PUBLIC_URL, like a real shop: the tags for search engines contain it.
  const port = String(await freePort())
  const shop = await startShop('sqlite', { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` })
  try {
    for (const page of pages) {
      const found = await report(`${shop.url}${page}`)
      const scores = categories.map(
        name => `${name} ${Math.round((found.categories[name]?.score ?? 0) * 100)}`,
      )
      console.log(`${page.padEnd(12)} ${scores.join('  ')}`)
      for (const line of shortcomings(found)) console.log(`               ${line}`)
    }
  } finally {
    await shop.stop()
  }
  return true
})
