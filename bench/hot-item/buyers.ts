// Started by the benchmark: ten thousand buyers for one item, through as many connections as some shops would have.
import { once } from 'node:events'
import pg from 'pg'
import { reply } from '../reply.ts'
import { bucketTable, order } from './sql.ts'
import { type HotResult, type HotTask, units } from './task.ts'

const [task] = (await once(process, 'message')) as [HotTask]
const connect = async () => {
  const client = new pg.Client(task.url)
  await client.connect()
  return client
}

const clients = await Promise.all(Array.from({ length: task.connections }, connect))
await prepareStock()
const result = await rush()
await checkStock(result.soldMs.length)
await Promise.all(clients.map(client => client.end()))
reply(result)

async function rush(): Promise<HotResult> {
  const waiting = [...task.customers]
  const [soldMs, refusedMs]: [number[], number[]] = [[], []]
  const start = performance.now()
  let soldOut = start
  // Whoever comes after the last unit is gone is refused like all the others: two seconds of them are enough.
  const isOver = () => soldMs.length >= units && performance.now() > soldOut + 2000
  const serve = async (client: pg.Client) => {
    for (let buyer = waiting.pop(); buyer && !isOver(); buyer = waiting.pop()) {
      const begun = performance.now()
      const isSold = await order(client, task, buyer)
      const now = performance.now()
      if (isSold) soldOut = now
      const times = isSold ? soldMs : refusedMs
      times.push(now - begun)
    }
  }
  await Promise.all(clients.map(serve))
  return { soldOutSeconds: (soldOut - start) / 1000, soldMs, refusedMs }
}

async function prepareStock(): Promise<void> {
  if (task.buckets === 1) return
  const [first] = clients
  await first?.query('drop table if exists hot_buckets')
  await first?.query(bucketTable)
  await first?.query(
    `insert into hot_buckets select bucket, $1::int / $2 + case when bucket < $1::int % $2 then 1 else 0 end
    from generate_series(0, $2::int - 1) as bucket`,
    [units, task.buckets],
  )
}

/** Exactly what there was is sold, by whatever way it is counted. */
async function checkStock(sold: number): Promise<void> {
  const read = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await clients[0]?.query<{ count: number }>(text, values))?.rows[0]?.count)
  const left = await (task.buckets === 1
    ? read('select available_quantity as count from items where id = $1', [task.good.id])
    : read('select sum(free) as count from hot_buckets'))
  const orders = await read('select count(*) from bookings where item_id = $1', [task.good.id])
  if (sold !== units || orders !== units || left !== 0)
    throw new Error(`${sold} told to be sold, ${orders} orders, ${left} left of ${units}`)
}
