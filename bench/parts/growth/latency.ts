import { median, p99, type Row, rowOf, type Spread, spreadOf } from '../../figures.ts'
import type { Bench } from '../../part.ts'
import { rounded } from '../../report/words.ts'

export interface Side {
  /** Before each sample, so that no kept answer hides the database. */
  change(): Promise<void>
  ask(turn: number): Promise<unknown>
}

interface Latencies {
  /** In milliseconds. */
  shop: number[]
  yardstick: number[]
}

const warmUps = 30
/** Nothing is asked for longer than this, whatever the machine is doing besides: the run has to end. */
const mostMs = 5000
const perRound = 100
/** A pause for garbage falls into about one request of a hundred, so that a p99 swings: what is close is sampled longer. */
const closeAt = 1.2

/** How long answers take, one at a time. The sides take turns, each of them first every other time. */
async function sample(shop: Side, yardstick: Side, count: number): Promise<Latencies> {
  const times: Latencies = { shop: [], yardstick: [] }
  const sides = [
    { side: shop, taken: times.shop },
    { side: yardstick, taken: times.yardstick },
  ]
  const begun = performance.now()
  const isEnough = (turn: number) => turn >= perRound && performance.now() - begun > mostMs
  for (let turn = 0; turn < count && !isEnough(turn); turn++)
    for (const { side, taken } of turn % 2 === 0 ? sides : sides.toReversed()) {
      await side.change()
      const start = performance.now()
      await side.ask(turn)
      taken.push(performance.now() - start)
    }
  return times
}

async function latenciesOf(shop: Side, yardstick: Side, count: number): Promise<Latencies> {
  await sample(shop, yardstick, warmUps)
  const first = await sample(shop, yardstick, count)
  if (p99(first.shop) / p99(first.yardstick) < closeAt) return first
  const second = await sample(shop, yardstick, count)
  return {
    shop: [...first.shop, ...second.shop],
    yardstick: [...first.yardstick, ...second.yardstick],
  }
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

/** The p99 of all samples, and how far those of the rounds lie apart: one of a hundred samples says little. */
function spread(times: readonly number[]): Spread {
  const rounds = Array.from({ length: Math.ceil(times.length / perRound) }, (_, round) =>
    p99(times.slice(round * perRound, (round + 1) * perRound)),
  )
  return { ...spreadOf(rounds), median: p99(times) }
}
