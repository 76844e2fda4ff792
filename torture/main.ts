// The long fault tests:  npm run torture            (about 25 minutes on two cores)
//   -- --quick           a short run of everything, as in npm test
//   -- --seed N          the same random numbers again
//   -- --rounds N        so many rounds of each scenario
//   -- --only TEXT       scenarios whose name contains it
import { parseArgs } from 'node:util'
import { engines } from '../tests/helpers/databases.ts'
import { globalSetup, globalTeardown } from '../tests/helpers/global-setup.ts'
import { adminScenarios } from './admins.ts'
import { fleet } from './fleet.ts'
import { killScenarios } from './kills.ts'
import { memory } from './memory.ts'
import { moneyScenarios } from './money.ts'
import { Random } from './random.ts'
import { type Length, type Scenario, Tally } from './scenario.ts'
import { stockScenarios } from './stock.ts'
import { type Row, tableOf } from './table.ts'
import { workers } from './workers.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rounds: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const length: Length = values.quick ? 'quick' : 'standard'
const seed = Number(values.seed)

const scenarios: Scenario[] = [
  ...stockScenarios,
  ...moneyScenarios,
  ...adminScenarios,
  ...killScenarios,
  fleet,
  workers,
  memory,
].filter(({ name }) => name.includes(values.only))

async function runAll(): Promise<Row[]> {
  const rows: Row[] = []
  for (const scenario of scenarios) {
    for (const engine of scenario.engines ?? engines) {
      const tally = new Tally()
      const begun = performance.now()
      process.stdout.write(`${scenario.name} on ${engine} … `)
      const rounds = Number(values.rounds ?? scenario.rounds[length])
      await scenario
        .run({ engine, rounds, tally, random: new Random(seed) })
        .catch((error: unknown) =>
          tally.wrong.push(error instanceof Error ? (error.stack ?? '') : String(error)),
        )
      const seconds = (performance.now() - begun) / 1000
      console.log(`${tally.rounds} rounds in ${seconds.toFixed(1)} s${tally.note && `, ${tally.note}`}`)
      for (const sentence of tally.wrong.slice(0, 5)) console.log(`  WRONG: ${sentence}`)
      rows.push({ name: scenario.name, engine, tally, seconds })
    }
  }
  return rows
}

console.log(`Torture, ${length}, seed ${seed}`)
await globalSetup()
const rows = await runAll()
await globalTeardown()
console.log(`\n${tableOf(rows)}`)
const bad = rows.filter(({ tally }) => tally.lost > 0 || tally.wrong.length > 0)
console.log(`\n  ${rows.length - bad.length} passed`)
if (bad.length > 0) console.log(`  ${bad.length} failed (seed ${seed})`)
process.exitCode = bad.length === 0 ? 0 : 1
