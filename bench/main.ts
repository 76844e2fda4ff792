// Measures the shop against the limits of the machine:
//   npm run bench                            three rounds, ten to twenty minutes
//   npm run bench -- --quick                 one round
//   npm run bench -- --only reads,orders     some parts
// Only a full run writes its results, to bench/results.* and the README.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand, UsageError } from '../scripts/command.ts'
import type { Result } from './figures.ts'
import { machine } from './machine.ts'
import type { Bench, Part } from './part.ts'
import { browser } from './parts/browser.ts'
import { busy } from './parts/busy.ts'
import { growth } from './parts/growth/growth.ts'
import { memory } from './parts/memory.ts'
import { orders } from './parts/orders.ts'
import { postgresOrders } from './parts/postgres.ts'
import { purchases } from './parts/purchase.ts'
import { reads } from './parts/reads.ts'
import { signIns } from './parts/sign-in.ts'
import { starts } from './parts/start.ts'
import { markdownOf, tableOf, withResults } from './report/table.ts'

const parts: Record<string, Part> = {
  reads,
  busy,
  orders,
  postgres: postgresOrders,
  'sign-in': signIns,
  purchase: purchases,
  start: starts,
  memory,
  browser,
  growth,
}

interface Measured {
  results: Result[]
  failed: string[]
}

/** Continues after a part has failed, but then nothing is written. */
async function run(chosen: readonly [string, Part][], bench: Bench): Promise<Measured> {
  const results: Result[] = []
  const failed: string[] = []
  for (const [name, part] of chosen) {
    const start = performance.now()
    bench.say(`${name} …`)
    try {
      const found = await part(bench)
      results.push(...found.map(row => ({ ...row, part: name })))
      bench.say(tableOf(found))
    } catch (error) {
      failed.push(name)
      console.error(error)
    }
    bench.say(`  ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
  return { results, failed }
}

async function write(results: Result[]): Promise<void> {
  const run = { machine: machine(), when: new Date().toISOString().slice(0, 10), results }
  const file = (name: string) => join(import.meta.dirname, name)
  await writeFile(file('results.json'), `${JSON.stringify(run, null, 2)}\n`)
  await writeFile(file('results.md'), markdownOf(run))
  const readme = file('../README.md')
  await writeFile(readme, withResults(await readFile(readme, 'utf8'), run))
}

function choose(only: string | undefined): [string, Part][] {
  const names = only?.split(',') ?? Object.keys(parts)
  return names.map(name => {
    const part = parts[name]
    if (!part) throw new UsageError(`There is no part '${name}'. There are: ${Object.keys(parts).join(', ')}`)
    return [name, part]
  })
}

await runCommand('bench', async ({ switches: { quick = false }, texts: { only } }) => {
  const chosen = choose(only)
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-bench-'))
  try {
    const effort = { rounds: quick ? 1 : 3, seconds: 2 }
    const { results, failed } = await run(chosen, { ...effort, quick, folder, say: console.log })
    console.log(`\n${tableOf(results)}\n`)
    if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
    else if (!only && !quick) await write(results)
    return failed.length === 0 && !results.some(({ invalid }) => invalid)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
