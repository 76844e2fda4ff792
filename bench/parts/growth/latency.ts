import { median, p99, type Row, rowOf, type Spread, spreadOf } from '../../figures.ts'
import type { Bench } from '../../part.ts'
import { rounded } from '../../report/cells.ts'

export interface Side {
  /** Runs before each sample, so that no cached response hides the database. */
  change(): Promise<void>
  ask(turn: number): Promise<unknown>
}

const warmUps = 30
/** Sampling stops after this time, so that the run ends on a busy machine, too. */
const mostMs = 5000
const perRound = 100
/** From this ratio on more samples are taken, because garbage collections hit about 1 % of the requests and make the p99 vary. */
const closeAt = 1.2

/** The latencies of each side in milliseconds. The sides take turns, and alternate in going first. */
async function sample(sides: readonly Side[], count: number): Promise<number[][]> {
  const times = sides.map(side => ({ side, taken: [] as number[] }))
  const begun = performance.now()
  const isEnough = (turn: number) => turn >= perRound && performance.now() - begun > mostMs
  for (let turn = 0; turn < count && !isEnough(turn); turn++)
    for (const { side, taken } of turn % 2 === 0 ? times : times.toReversed()) {
      await side.change()
      const start = performance.now()
      await side.ask(turn)
      taken.push(performance.now() - start)
    }
  return times.map(({ taken }) => taken)
}

async function latenciesOf(
  shop: Side,
  yardstick: Side,
  count: number,
): Promise<{ shop: number[]; yardstick: number[] }> {
  await sample([shop, yardstick], warmUps)
  const [first = [], other = []] = await sample([shop, yardstick], count)
  if (p99(first) / p99(other) < closeAt) return { shop: first, yardstick: other }
  const [second = [], another = []] = await sample([shop, yardstick], count)
  return { shop: [...first, ...second], yardstick: [...other, ...another] }
}

export interface Compared {
  name: string
  against: string
  shop: Side
  yardstick: Side
}

export async function latencyRow({ rounds }: Bench, engine: string, compared: Compared): Promise<Row> {
  const { name, against, shop, yardstick } = compared
  const times = await latenciesOf(shop, yardstick, perRound * rounds)
  const p50s = `p50 ${rounded(median(times.shop))} / ${rounded(median(times.yardstick))} ms`
  const row = rowOf({
    name: `${engine}: ${name}`,
    unit: 'ms p99',
    kind: 'ratio',
    shop: [p99(times.shop)],
    yardstick: [p99(times.yardstick)],
    goal: { atMost: 1.5 },
    notes: [`against ${against}`, p50s],
  })
  return { ...row, shop: spread(times.shop), yardstick: spread(times.yardstick) }
}

/** A row without a yardstick: its latency has a fixed limit. */
export async function timeRow(
  { rounds }: Bench,
  engine: string,
  { name, shop, atMost }: { name: string; shop: Side; atMost: number },
): Promise<Row> {
  await sample([shop], warmUps)
  const [times = []] = await sample([shop], perRound * rounds)
  const row = rowOf({
    name: `${engine}: ${name}`,
    unit: 'ms p99',
    kind: 'value',
    shop: [p99(times)],
    goal: { atMost },
    notes: [`p50 ${rounded(median(times))} ms`],
  })
  return { ...row, shop: spread(times) }
}

/** The p99 of all samples, with the spread of the rounds' p99s. */
function spread(times: readonly number[]): Spread {
  const rounds = Array.from({ length: Math.ceil(times.length / perRound) }, (_, round) =>
    p99(times.slice(round * perRound, (round + 1) * perRound)),
  )
  return { ...spreadOf(rounds), median: p99(times) }
}
