import { type Goal, median, type Row, rowOf } from '../figures.ts'
import type { Running } from '../processes.ts'
import { rounded } from '../report/cells.ts'
import { load } from './load.ts'
import { faultsIn, type LoadResult, type LoadTask } from './result.ts'

/** The result of one load and its cost for the server. */
export interface Served extends LoadResult {
  perSecond: number
  /** CPU time per answer. */
  cpuMicros: number
  /** The share of one core that the server used. Can exceed 1, because the server has several threads. */
  serverShare: number
}

export function measurementOf(result: LoadResult, cpuSeconds: number): Served {
  return {
    ...result,
    perSecond: result.answers / result.seconds,
    cpuMicros: (cpuSeconds * 1e6) / result.answers,
    serverShare: cpuSeconds / result.seconds,
  }
}

export async function serve(server: Running, task: Omit<LoadTask, 'url'>): Promise<Served> {
  const before = await server.usage()
  const result = await load({ ...task, url: server.url })
  const after = await server.usage()
  return measurementOf(result, after.cpuSeconds - before.cpuSeconds)
}

/** At this share or above, a core counts as fully used. */
const full = 0.9

export function bottleneckOf(rounds: readonly Pick<Served, 'serverShare' | 'loadShare'>[]): string {
  const isServer = median(rounds.map(({ serverShare }) => serverShare)) >= full
  const isLoad = median(rounds.map(({ loadShare }) => loadShare)) >= full
  if (isServer && isLoad) return 'server and load'
  if (isServer) return 'server'
  return isLoad ? 'load' : 'neither'
}

/** The rounds of both sides of a comparison. */
interface Sides {
  shop: readonly Served[]
  yardstick: readonly Served[]
}

const rateOf = (rounds: readonly Served[]) => rounded(median(rounds.map(({ perSecond }) => perSecond)))

const ratesOf = ({ shop, yardstick }: Sides): string => `${rateOf(shop)} / ${rateOf(yardstick)} requests/s`

export const bottlenecksOf = ({ shop, yardstick }: Sides): string =>
  `bottleneck ${bottleneckOf(shop)} / ${bottleneckOf(yardstick)}`

interface Compared {
  name: string
  against: string
  sides: Sides
  goal: Goal
  note?: string
  invalid?: string | undefined
  inReadme?: boolean
}

/** Compares CPU time per request, which unlike requests per second does not depend on the client's speed. */
export function cpuRow({ sides, against, note, invalid, ...row }: Compared): Row {
  return rowOf({
    ...row,
    unit: 'µs CPU',
    kind: 'ratio',
    shop: sides.shop.map(({ cpuMicros }) => cpuMicros),
    yardstick: sides.yardstick.map(({ cpuMicros }) => cpuMicros),
    notes: [`against ${against}`, ratesOf(sides), bottlenecksOf(sides), note],
    invalid: faultsIn([...sides.shop, ...sides.yardstick]) ?? invalid,
  })
}

interface ComparedWithEngine {
  name: string
  against: string
  shop: readonly Served[]
  /** CPU time of the engine's own statements, in microseconds. */
  engineMicros: readonly number[]
  goal: Goal
  note: string
  invalid?: string | undefined
  inReadme?: boolean
}

/** Compares CPU time per request with that of the statements alone. */
export const engineRow = ({ shop, engineMicros, against, note, invalid, ...row }: ComparedWithEngine): Row =>
  rowOf({
    ...row,
    unit: 'µs CPU',
    kind: 'ratio',
    shop: shop.map(({ cpuMicros }) => cpuMicros),
    yardstick: [...engineMicros],
    notes: [`against ${against}`, `${rateOf(shop)} requests/s`, note],
    invalid: faultsIn(shop) ?? invalid,
  })
