import { type Goal, type Row, rowOf } from '../figures.ts'
import { faultsIn } from '../load/result.ts'
import { bottlenecksOf, type Served, serve } from '../load/served.ts'
import { type Bench, inTurn, type Part } from '../part.ts'
import type { Prepared } from '../prepare.ts'
import type { Running } from '../processes.ts'
import { mixOf, ordersOf, ownOrders, visitorReads } from '../requests.ts'
import type { Sent } from '../send.ts'
import { customersOf, databaseIn, faultInBooks, withShop } from '../with-shop.ts'

const connections = 32
/** Enough for two thousand orders in a round, which are 1 % of its requests. */
const customersPerRound = 100
const warmUps = 2
const against = 'against the same reads with nobody ordering'

/** Reads while customers order, against the same reads without orders. */
export const busy: Part = bench =>
  withShop(databaseIn(bench, 'busy'), customersPerRound * (warmUps + bench.rounds), (shop, prepared) =>
    measure(bench, shop, prepared),
  )

async function measure(bench: Bench, shop: Running, prepared: Prepared): Promise<Row[]> {
  const reads = visitorReads(prepared)
  const mix = (round: number): Sent[] => {
    const orders = ordersOf(customersOf(prepared, round, customersPerRound), prepared.goods)
    return mixOf(reads, ownOrders(prepared.regular), orders)
  }
  const send = (requests: Sent[]): Promise<Served> =>
    serve(shop, { connections, requests, until: { seconds: bench.seconds } })
  const sides = await inTurn(
    bench,
    round => send(mix(round)),
    round => send(mix(round).filter(({ method }) => method !== 'POST')),
    warmUps,
  )
  const invalid = faultsIn([...sides.shop, ...sides.yardstick]) ?? (await faultInBooks(prepared.database))
  const row = (name: string, unit: string, pick: (served: Served) => number, goal: Goal) =>
    rowOf({
      name,
      unit,
      kind: 'ratio',
      shop: sides.shop.map(pick),
      yardstick: sides.yardstick.map(pick),
      goal,
      notes: [against, bottlenecksOf(sides), `${connections} connections`],
      invalid,
      inReadme: unit === 'requests/s',
    })
  return [
    row('busy shop', 'requests/s', ({ perSecond }) => perSecond, { atLeast: 0.6 }),
    row('busy shop, p99', 'ms', ({ p99Ms }) => p99Ms, { atMost: 3 }),
  ]
}
