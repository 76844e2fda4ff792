import { join } from 'node:path'
import { type Pair, type Row, ratioRow } from '../figures.ts'
import type { LoadResult, LoadTask, Sent } from '../load/child.ts'
import { faultsIn, load } from '../load/load.ts'
import { type Bench, type Part, rounds } from '../part.ts'
import { ordersOf, type Prepared, prepare, smallSize } from '../prepare.ts'
import { type RunningShop, startShop } from '../processes.ts'
import { pairsOfWords } from './growth-searches.ts'
import { connections, customersPerRound } from './orders.ts'

const ordersEach = 10

interface Side {
  shop: RunningShop
  prepared: Prepared
}

/** What a second process brings on the embedded database. The load has a core of its own only where there are three. */
export const workers: Part = async bench => {
  const sides: Side[] = []
  try {
    const [one, two] = [await open(bench, 1, sides), await open(bench, 2, sides)]
    return [
      await compare(bench, 'searches', 'requests/s', one, two, () => searches),
      await compare(bench, 'durable orders', 'orders/s', one, two, ordersIn),
    ]
  } finally {
    for (const { shop } of sides) await shop.end()
  }
}

async function open(bench: Bench, count: number, sides: Side[]): Promise<Side> {
  const dataDir = join(bench.folder, `workers-${count}`)
  const customers = customersPerRound * (bench.rounds + 1)
  const prepared = await prepare({ dataDir, databaseUrl: undefined }, smallSize, customers)
  const side = { prepared, shop: await startShop({ DATA_DIR: dataDir, WORKERS: String(count) }) }
  sides.push(side)
  return side
}

type Task = Omit<LoadTask, 'url'>

/** Each of them is another one, so that none is kept. */
const searches: Task = {
  connections: 10,
  seconds: 2,
  shared: true,
  requests: pairsOfWords
    .flatMap(words =>
      Array.from(
        { length: 40 },
        (_, at): Sent => ({
          path: `/api/items?search=${encodeURIComponent(words)}&limit=${at + 10}`,
        }),
      ),
    )
    .slice(0, 3900),
}

const ordersIn = ({ customers, goods }: Prepared, round: number): Task => ({
  connections,
  amount: customersPerRound * ordersEach,
  shared: true,
  requests: ordersOf(customers.slice(customersPerRound * round, customersPerRound * (round + 1)), goods),
})

async function compare(
  bench: Bench,
  name: string,
  unit: string,
  one: Side,
  two: Side,
  taskOf: (prepared: Prepared, round: number) => Task,
): Promise<Row> {
  const results: LoadResult[] = []
  const measure = async ({ shop, prepared }: Side, round: number) => {
    const result = await load({ ...taskOf(prepared, round), url: shop.url })
    results.push(result)
    return result.perSecond
  }
  // The first round warms both up.
  const pairs: Pair[] = []
  for (const round of [...rounds(bench), bench.rounds])
    pairs.push({ shop: await measure(two, round), yardstick: await measure(one, round) })
  return ratioRow({
    name: `two processes: ${name}`,
    unit,
    against: 'one process',
    pairs: pairs.slice(1),
    note: 'SQLite, WORKERS=2 against WORKERS=1',
    invalid: faultsIn(results),
  })
}
