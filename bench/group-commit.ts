// How many orders share one durable commit when 64 are in flight, counted by the driver itself.
//   npm run bench:group-commit
import { spawn } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxUnpaidBookings } from '#domain/booking.ts'
import { buildApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/config.ts'
import { Database } from '../src/server/db/database.ts'
import { brokenInvariants } from '../src/server/db/invariants.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openSqlite } from '../src/server/db/sqlite.ts'
import type { Writing } from '../src/server/db/tables.ts'
import { newToken, tokenHash } from '../src/server/http/tokens.ts'
import { depsOf } from '../src/server/open-shop.ts'
import * as sessions from '../src/server/store/sessions.ts'
import * as users from '../src/server/store/users.ts'
import type { LoadPlan, LoadResult } from './order-load.ts'

const connections = 64
const usersPerConnection = 8
const orders = connections * usersPerConnection * maxUnpaidBookings
const itemId = randomUUIDv7()

const folder = await mkdtemp(join(tmpdir(), 'tuckshop-bench-'))
const engine = openSqlite(join(folder, 'shop.db'))
const db = new Database(engine)
await migrate(db)
const buyers = await db.write(openShopFor)
const app = buildApp(depsOf(readConfig({ LOG_LEVEL: 'error' }), db))
const url = await app.listen({ port: 0, host: '127.0.0.1' })

const before = { ...engine.stats }
const result = await load({ url, itemId, connections, ordersPerBuyer: maxUnpaidBookings, buyers })
const transactions = engine.stats.transactions - before.transactions
const commits = engine.stats.commits - before.commits
const broken = await brokenInvariants(db.read)

await app.close()
await db.close()
await rm(folder, { recursive: true, force: true })

console.table({
  'orders placed': result.placed,
  'orders refused or failed': result.failed,
  'orders per second': Math.round(result.placed / result.seconds),
  'durable commits': commits,
  'orders per commit': Number((transactions / commits).toFixed(1)),
  'broken invariants': broken.length,
})
process.exitCode = result.placed === orders && broken.length === 0 && transactions / commits >= 8 ? 0 : 1

/** One item with enough of it, and buyers who are signed in. */
async function openShopFor(tx: Writing): Promise<LoadPlan['buyers']> {
  const now = Date.now()
  const item = {
    id: itemId,
    name: 'Tray',
    description: 'x',
    price_cents: 3400,
    photo_url: '/x',
    must_quantity: 1,
  }
  const stock = { stocked_quantity: orders, available_quantity: orders, created_at: now, removed_at: null }
  await tx
    .insertInto('items')
    .values({ ...item, ...stock })
    .execute()
  const list: LoadPlan['buyers'] = []
  for (let i = 0; i < connections * usersPerConnection; i++) {
    const [id, token, email] = [randomUUIDv7(), newToken(), `buyer-${i}@example.com`]
    await users.insert(tx, { id, email, display_name: 'Buyer', password_hash: null, created_at: now })
    await sessions.start(tx, { tokenHash: tokenHash(token), userId: id, now, expiresAt: now + 3_600_000 })
    list.push({ email, token })
  }
  return list
}

/** The load comes from a second process, so that it does not compete for the shop's event loop. */
async function load(plan: LoadPlan): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'order-load.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send(plan)
  const [answer] = await once(child, 'message')
  return answer as LoadResult
}
