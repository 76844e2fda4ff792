import { type Goal, median, type Row, rowOf } from '../figures.ts'
import type { Running } from '../processes.ts'
import { rounded } from '../report/cells.ts'
import { load } from './load.ts'
import { faultsIn, type LoadResult, type LoadTask } from './result.ts'

/** One stretch of load, and what it cost the process that served it. */
export interface Served extends LoadResult {
  perSecond: number
  /** CPU time for each answer. */
  cpuMicros: number
  /** What the serving process took of one core. It may be more than 1: there are threads beside JavaScript's. */
  serverShare: number
}

export function servedOf(result: LoadResult, cpuSeconds: number): Served {
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
  return servedOf(result, after.cpuSeconds - before.cpuSeconds)
}

/** From this share of a core on somebody has no more to give. */
const full = 0.9

/** Who kept it from being faster. */
export function bottleneckOf(rounds: readonly Pick<Served, 'serverShare' | 'loadShare'>[]): string {
  const isServer = median(rounds.map(({ serverShare }) => serverShare)) >= full
  const isLoad = median(rounds.map(({ loadShare }) => loadShare)) >= full
  if (isServer && isLoad) return 'server and load'
  if (isServer) return 'server'
  return isLoad ? 'load' : 'neither'
}

/** Both sides of a comparison, round by round. */
export interface Sides {
  shop: readonly Served[]
  yardstick: readonly Served[]
}

const rateOf = (rounds: readonly Served[]) => rounded(median(rounds.map(({ perSecond }) => perSecond)))

export const ratesOf = ({ shop, yardstick }: Sides): string =>
  `${rateOf(shop)} / ${rateOf(yardstick)} requests/s`

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

/** What a request costs, against the yardstick: unlike requests per second it does not depend on the load's own speed. */
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
