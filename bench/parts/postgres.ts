import { join } from 'node:path'
import pg from 'pg'
import { brokenInvariants } from '../../src/server/db/invariants.ts'
import { withSnapshot } from '../../src/server/db/snapshot.ts'
import { startPostgres } from '../../tests/helpers/postgres.ts'
import { type Pair, ratioRow } from '../figures.ts'
import type { LoadResult } from '../load/child.ts'
import { faultsIn, load } from '../load/load.ts'
import { type Bench, type Part, rounds } from '../part.ts'
import { ordersOf, type Prepared, prepare, smallSize } from '../prepare.ts'
import { ask, startShop } from '../processes.ts'
import type { SqlTask } from '../yardsticks/postgres.ts'
import { connections, customersPerRound } from './orders.ts'

/** A commit on PostgreSQL serves one order, so there are fewer of them in the same time. */
const ordersPerCustomer = 5

/** The same orders on PostgreSQL, which waits for the disk here, against its SQL alone. */
export const postgresOrders: Part = async bench => {
  const server = await startPostgres({ durable: true })
  try {
    const own = new pg.Client(server.url)
    await own.connect()
    await own.query('create database bench')
    await own.end()
    return await measure(bench, server.url.replace(/postgres$/, 'bench'))
  } finally {
    await server.stop()
  }
}

async function measure(bench: Bench, databaseUrl: string) {
  const place = { dataDir: join(bench.folder, 'postgres'), databaseUrl }
  const prepared = await prepare(place, smallSize, customersPerRound * (bench.rounds + 1) * 2)
  const shop = await startShop({ DATA_DIR: place.dataDir, DATABASE_URL: databaseUrl })
  const results: LoadResult[] = []
  const pairs: Pair[] = []
  try {
    for (const round of [-1, ...rounds(bench)]) {
      const result = await load({
        url: shop.url,
        connections,
        amount: customersPerRound * ordersPerCustomer,
        requests: ordersOf(shareOf(prepared, 2 * (round + 1)), prepared.goods),
        shared: true,
      })
      results.push(result)
      const yardstick = await ask<number>('yardsticks/postgres.ts', {
        url: databaseUrl,
        customers: shareOf(prepared, 2 * (round + 1) + 1),
        goods: prepared.goods,
        times: ordersPerCustomer,
      } satisfies SqlTask)
      // The first round warms both sides up.
      if (round >= 0) pairs.push({ shop: result.perSecond, yardstick })
    }
  } finally {
    await shop.end()
  }
  const broken = await withSnapshot(place, brokenInvariants)
  return [
    ratioRow({
      name: 'durable orders, PostgreSQL',
      unit: 'orders/s',
      against: 'the same SQL through pg, 10 connections',
      pairs,
      goal: { atLeast: 0.7 },
      note: `${connections} connections, ${customersPerRound * ordersPerCustomer} orders a round`,
      invalid: faultsIn(results) ?? broken[0],
    }),
  ]
}

const shareOf = ({ customers }: Prepared, part: number) =>
  customers.slice(customersPerRound * part, customersPerRound * (part + 1))
