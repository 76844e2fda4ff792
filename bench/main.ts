// Measures the shop against the limits of the machine, in one run that ends by itself:
//   npm run bench                      three rounds, under ten minutes
//   npm run bench -- --quick           one round
//   npm run bench -- --only reads,orders     some parts; prints, but leaves the written results alone
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Row } from './figures.ts'
import { machine, machineSentence } from './machine.ts'
import type { Bench, Part } from './part.ts'
import { browser } from './parts/browser.ts'
import { growth, postgresGrowth } from './parts/growth.ts'
import { memory } from './parts/memory.ts'
import { orders } from './parts/orders.ts'
import { postgresOrders } from './parts/postgres.ts'
import { purchases } from './parts/purchase.ts'
import { reads } from './parts/reads.ts'
import { signIns } from './parts/sign-in.ts'
import { starts } from './parts/start.ts'
import { workers } from './parts/workers.ts'
import { chartOf } from './report/chart.ts'
import { markdownOf, tableOf } from './report/table.ts'

const parts: Record<string, Part> = {
  reads,
  orders,
  postgres: postgresOrders,
  'sign-in': signIns,
  purchase: purchases,
  workers,
  start: starts,
  memory,
  browser,
  growth,
}

/** Only when named: these would take the run over its ten minutes. */
const onDemand: Record<string, Part> = { 'postgres-growth': postgresGrowth }

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const known = [...Object.keys(parts), ...Object.keys(onDemand)]
const wanted = values.only?.split(',') ?? Object.keys(parts)

const failed: string[] = []

/** A part that fails does not take the others with it, but nothing is written then. */
async function run(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of wanted) {
    const part = parts[name] ?? onDemand[name]
    if (!part) throw new Error(`There is no part '${name}'. There are: ${known.join(', ')}`)
    const start = performance.now()
    bench.say(`${name} …`)
    try {
      const found = await part(bench)
      rows.push(...found)
      bench.say(tableOf(found))
    } catch (error) {
      failed.push(name)
      console.error(error)
    }
    bench.say(`  ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
  return rows
}

async function write(rows: readonly Row[]): Promise<void> {
  const [on, when] = [machine(), new Date().toISOString().slice(0, 10)]
  const file = (name: string) => join(import.meta.dirname, name)
  await writeFile(file('results.json'), `${JSON.stringify({ machine: on, when, rows }, null, 2)}\n`)
  await writeFile(file('results.md'), markdownOf(rows, on, when))
  await writeFile(file('results.svg'), chartOf(rows, machineSentence(on)))
}

const folder = await mkdtemp(join(tmpdir(), 'tuckshop-bench-'))
try {
  const effort = { rounds: values.quick ? 1 : 3, seconds: 2 }
  const rows = await run({ ...effort, quick: values.quick, folder, say: console.log })
  console.log(`\n${tableOf(rows)}\n`)
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
  else if (!values.only) await write(rows)
  process.exitCode = failed.length > 0 || rows.some(row => row.invalid) ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}
