// The long fault tests:  npm run torture            (over half an hour on two cores)
// `npm run torture -- --help` lists its options.
import { runCommand, UsageError } from '../scripts/command.ts'
import { createTestDatabases, removeTestDatabases } from '../tests/helpers/run-databases.ts'
import { refuseWithoutPrograms } from './cluster/programs.ts'
import { clusterScenarios } from './cluster/scenarios.ts'
import { diskGone, diskGoneBucket } from './disk-gone.ts'
import { fleet } from './fleet.ts'
import { kills } from './kills.ts'
import { memory } from './memory.ts'
import { Random } from './random.ts'
import { rollingUpdate } from './rolling-update.ts'
import { enginesOf, type Length, type Scenario, Tally } from './scenario.ts'
import { type Row, tableOf } from './table.ts'
import { update } from './update.ts'
import { workers } from './workers.ts'

const all: Scenario[] = [kills, diskGone, diskGoneBucket, fleet, workers, update, rollingUpdate, memory]

interface Run {
  scenarios: readonly Scenario[]
  length: Length
  rounds: number | undefined
  seed: number
}

async function runAll({ scenarios, length, rounds, seed }: Run): Promise<Row[]> {
  const rows: Row[] = []
  for (const scenario of scenarios) {
    for (const engine of enginesOf(scenario, length)) {
      const tally = new Tally()
      const begun = performance.now()
      process.stdout.write(`${scenario.name} on ${engine} … `)
      await scenario
        .run({ engine, length, rounds: rounds ?? scenario.rounds[length], tally, random: new Random(seed) })
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

await runCommand('torture', async ({ switches, counts, texts }) => {
  const length = switches.quick ? 'quick' : 'standard'
  const isRun = ({ rounds }: Scenario) => (counts.rounds ?? rounds[length]) > 0
  const offered = (switches.cluster ? clusterScenarios : all).filter(isRun)
  const scenarios = offered.filter(({ name }) => name.includes(texts.only ?? ''))
  if (scenarios.length === 0)
    throw new UsageError(
      `No scenario of this run has '${texts.only}' in its name. There are: ${offered.map(({ name }) => name).join(', ')}`,
    )
  if (switches.cluster) refuseWithoutPrograms()
  const seed = counts.seed ?? 1 + (Date.now() % 999_999)
  console.log(`Torture, ${length}, seed ${seed}`)
  // Cluster scenarios start their own servers.
  if (!switches.cluster) await createTestDatabases()
  const rows = await runAll({ scenarios, length, rounds: counts.rounds, seed }).finally(
    () => switches.cluster || removeTestDatabases(),
  )
  console.log(`\n${tableOf(rows)}`)
  const bad = rows.filter(({ tally }) => tally.lost > 0 || tally.wrong.length > 0)
  console.log(`\n  ${rows.length - bad.length} passed`)
  if (bad.length > 0) console.log(`  ${bad.length} failed (seed ${seed})`)
  return bad.length === 0
})
