import { median, p99, type Row, rowOf, type Spread, spreadOf } from '../../figures.ts'
import type { Bench } from '../../part.ts'
import { rounded } from '../../report/cells.ts'

export interface Side {
  /** Before each sample, so that no cached response hides the database. */
  change(): Promise<void>
  ask(turn: number): Promise<unknown>
}

const warmUps = 30
/** Nothing is asked for longer than this, whatever the machine is doing besides: the run has to end. */
const mostMs = 5000
const perRound = 100
/** A pause for garbage falls into about one request of a hundred, so that a p99 swings: what is close is sampled longer. */
const closeAt = 1.2

/** How long answers take, in milliseconds, one at a time. The sides take turns, each of them first every other time. */
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

/** What has no yardstick: nobody waits for longer than this. */
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

/** The p99 of all samples, and how far those of the rounds lie apart: one of a hundred samples says little. */
function spread(times: readonly number[]): Spread {
  const rounds = Array.from({ length: Math.ceil(times.length / perRound) }, (_, round) =>
    p99(times.slice(round * perRound, (round + 1) * perRound)),
  )
  return { ...spreadOf(rounds), median: p99(times) }
}
