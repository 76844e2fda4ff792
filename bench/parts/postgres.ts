import { rowOf } from '../figures.ts'
import { faultsIn } from '../load/result.ts'
import { bottleneckOf, serve } from '../load/served.ts'
import { type Bench, inTurn, type Part } from '../part.ts'
import type { Prepared } from '../prepare.ts'
import { ask, type Running } from '../processes.ts'
import { ordersOf } from '../requests.ts'
import { withPostgres } from '../with-postgres.ts'
import { customersOf, databaseIn, faultInBooks, withShop } from '../with-shop.ts'
import type { SqlTask } from '../yardsticks/postgres.ts'
import { connections } from './orders.ts'

/** For each side. Fewer than on SQLite, because every order is a commit of its own here. */
const customersPerRound = 1000

/** Durable orders on PostgreSQL, against the SQL of an order alone. */
export const postgresOrders: Part = bench =>
  withPostgres({ durable: true }, async databaseUrl =>
    withShop(
      databaseIn(bench, 'postgres', await databaseUrl('bench')),
      customersPerRound * 2 * (bench.rounds + 1),
      async (shop, prepared) => [await measure(bench, shop, prepared)],
    ),
  )

async function measure(bench: Bench, shop: Running, prepared: Prepared) {
  const { database, goods } = prepared
  const customers = (share: number) => customersOf(prepared, share, customersPerRound)
  const { seconds } = bench
  const sides = await inTurn(
    bench,
    round =>
      serve(shop, { connections, requests: ordersOf(customers(2 * round), goods), until: { seconds } }),
    round =>
      ask<number>('yardsticks/postgres.ts', {
        url: database.databaseUrl ?? '',
        customers: customers(2 * round + 1),
        goods,
        seconds,
      } satisfies SqlTask),
  )
  return rowOf({
    name: 'durable orders, PostgreSQL',
    unit: 'orders/s',
    kind: 'ratio',
    shop: sides.shop.map(({ perSecond }) => perSecond),
    yardstick: sides.yardstick,
    goal: { atLeast: 0.7 },
    notes: [
      'against the same SQL through pg, 10 connections',
      `bottleneck ${bottleneckOf(sides.shop)}`,
      `${connections} connections`,
    ],
    invalid: faultsIn(sides.shop) ?? (await faultInBooks(database)),
  })
}
