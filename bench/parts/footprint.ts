import { type Row, rowOf } from '../figures.ts'
import { type PurchaseCost, purchaseCost } from '../footprint/purchases.ts'
import { checkpoint, serverUse } from '../footprint/server.ts'
import { sizeOf } from '../footprint/sizes.ts'
import { grow } from '../grow/grow.ts'
import { faultsIn } from '../load/result.ts'
import { type Served, serve } from '../load/served.ts'
import type { Bench, Part } from '../part.ts'
import { type Prepared, smallSize } from '../prepare.ts'
import type { RunningShop } from '../processes.ts'
import { ordersOf } from '../requests.ts'
import { withPostgres } from '../with-postgres.ts'
import { customersOf, faultInBooks, placeIn, withShop } from '../with-shop.ts'
import { connections } from './orders.ts'

/** Of a round. */
const [customersPerRound, purchasesPerRound, history] = [1500, 30, 20_000]

/** V8 goes on compiling for thousands of orders. */
const warmUps = 4

/** What an order takes of everything that can run out: for the model of docs/scale.md. Values, without a yardstick. */
export const footprint: Part = async bench => [
  ...(await footprintOn(bench, 'SQLite')),
  ...(await withPostgres({ durable: true }, newDatabase => footprintOn(bench, 'PostgreSQL', newDatabase))),
]

type Figure<T> = readonly [name: string, unit: string, pick: (cost: T) => number]

const orderFigures: readonly Figure<OrderCost>[] = [['an order, CPU of the shop', 'µs', one => one.cpuMicros]]

const embeddedFigures: readonly Figure<OrderCost>[] = [
  ['an order, written to the disk', 'bytes', one => one.writtenBytes],
]

const serverFigures: readonly Figure<OrderCost>[] = [
  ['an order, CPU of the server', 'µs', one => one.serverCpuMicros],
  ['an order, log (WAL)', 'bytes', one => one.walBytes],
  ['connections of a shop', '', one => one.connections],
]

const purchaseFigures: readonly Figure<PurchaseCost>[] = [
  ['sign-in to paid, CPU of the shop', 'ms', one => one.cpuMs],
  ['sign-in to paid, calls to the card provider', '', one => one.providerCalls],
  ['sign-in to paid, letters', '', one => one.letters],
]

const paidOnServerFigures: readonly Figure<PurchaseCost>[] = [
  ['sign-in to paid, CPU of the server', 'ms', one => one.serverCpuMs],
  ['sign-in to paid, log (WAL)', 'bytes', one => one.walBytes],
]

async function footprintOn(
  bench: Bench,
  engine: string,
  newDatabase?: (name: string) => Promise<string>,
): Promise<Row[]> {
  const place = async (name: string) => placeIn(bench, `${engine}-${name}`, await newDatabase?.(name))
  const sizes = await bytesPerOrder(await place('short'), await place('long'))
  const customerCount = customersPerRound * (warmUps + bench.rounds)
  const work = (shop: RunningShop, prepared: Prepared) => measure(bench, shop, prepared)
  const { orders, purchases, invalid } = await withShop(await place('orders'), customerCount, work)
  const row = (name: string, unit: string, shop: readonly number[]): Row =>
    rowOf({ name: `${engine}: ${name}`, unit, kind: 'value', shop, invalid })
  const rows = <T>(figures: readonly Figure<T>[], costs: readonly T[]) =>
    figures.map(([name, unit, pick]) => row(name, unit, costs.map(pick)))
  return [
    row('rows of an order and all that comes with it', 'bytes', [sizes.rows]),
    row('indexes of the same', 'bytes', [sizes.indexes]),
    ...rows([...orderFigures, ...(newDatabase ? serverFigures : embeddedFigures)], orders),
    ...rows([...purchaseFigures, ...(newDatabase ? paidOnServerFigures : [])], purchases),
  ]
}

/** Two shops that differ in the number of their orders alone. Indexes are as dense as they ever are. */
async function bytesPerOrder(short: Prepared['place'], long: Prepared['place']) {
  await grow({ ...short, mode: 'demo' }, smallSize)
  await grow({ ...long, mode: 'demo' }, { ...smallSize, orders: smallSize.orders + history })
  const [less, more] = [await sizeOf(short), await sizeOf(long)]
  return { rows: (more.rows - less.rows) / history, indexes: (more.indexes - less.indexes) / history }
}

interface OrderCost extends Served {
  writtenBytes: number
  serverCpuMicros: number
  walBytes: number
  connections: number
}

async function measure(bench: Bench, shop: RunningShop, prepared: Prepared) {
  const [orders, purchases]: [OrderCost[], PurchaseCost[]] = [[], []]
  // A process listens for the news of others once somebody reads.
  await fetch(`${shop.url}/api/items`)
  for (let round = 0; round < warmUps + bench.rounds; round++) {
    const cost = await orderCost(bench, shop, prepared, round)
    if (round >= warmUps) orders.push(cost)
  }
  for (let round = 0; round < bench.rounds; round++)
    purchases.push(
      await purchaseCost(shop, { ...prepared, customers: prepared.customers.slice(-20) }, purchasesPerRound),
    )
  const invalid = faultsIn(orders) ?? (await faultInBooks(prepared.place))
  return { orders, purchases, invalid }
}

async function orderCost(
  { seconds }: Bench,
  shop: RunningShop,
  prepared: Prepared,
  round: number,
): Promise<OrderCost> {
  const { databaseUrl } = prepared.place
  if (databaseUrl) await checkpoint(databaseUrl)
  const [before, serverBefore] = [await shop.usage(), await serverUse(databaseUrl)]
  const requests = ordersOf(customersOf(prepared, round, customersPerRound), prepared.goods)
  const served = await serve(shop, { connections, requests, until: { seconds } })
  const [after, serverAfter] = [await shop.usage(), await serverUse(databaseUrl)]
  return {
    ...served,
    writtenBytes: (after.writtenBytes - before.writtenBytes) / served.answers,
    serverCpuMicros: ((serverAfter.cpuSeconds - serverBefore.cpuSeconds) * 1e6) / served.answers,
    walBytes: (serverAfter.walBytes - serverBefore.walBytes) / served.answers,
    connections: serverAfter.connections,
  }
}
