// Started by the benchmark: only the SQL of an order, or of a customer's own orders, through node:sqlite.
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../../src/server/db/data-dir.ts'
import { tokenHash } from '../../src/server/sessions/tokens.ts'
import { orderColumns } from '../../src/server/store/orders.ts'
import type { Customer, Good } from '../prepare.ts'
import { reply } from '../reply.ts'

export interface SqliteTask {
  dataDir: string
  what: 'orders' | 'own orders'
  customers: Customer[]
  goods: Good[]
  /** How many orders share a commit. */
  perCommit: number
  seconds: number
}

const [task] = (await once(process, 'message')) as [SqliteTask]
const db = new DatabaseSync(databaseFile(task.dataDir), { timeout: 5000 })
db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on')

const caller = db.prepare(`select users.id, users.email, users.admin_since from sessions
  join users on users.id = sessions.user_id
  where sessions.token_hash = ? and sessions.expires_at > ? and users.removed_at is null`)
const count = db.prepare(`insert into rate_counters (name, count, resets_at) values (?, 1, ?)
  on conflict (name) do update set count = count + 1 returning count`)
const unpaid = db.prepare(
  'select count(*) from orders where user_id = ? and removed_at is null and paid_at is null',
)
const hold = db.prepare(`update items set available_quantity = available_quantity - 1
  where id = ? and removed_at is null and available_quantity >= 1 and must_quantity <= 1
  returning name, price_minor`)
const insert =
  db.prepare(`insert into orders (number, id, user_id, item_id, item_name, owner_name, email, mobile_number,
    address, search_text, quantity, unit_price_minor, total_minor, created_at, held_until)
  values ((select max(number) + 1 from orders), ?, ?, ?, ?, 'Buyer', ?, '555 0100', '1 Bench Street', ?, 1, ?, ?, ?, ?)`)
const own = db.prepare(`select ${orderColumns} from orders
  where removed_at is null and user_id = ? order by id desc limit 50`)

function order({ id, email, token }: Customer, good: Good): void {
  const now = Date.now()
  caller.get(tokenHash(token), now)
  count.get(`yardstick ${id}`, now + 600_000)
  unpaid.get(id)
  const { name, price_minor: minor } = hold.get(good.id) as { name: string; price_minor: number }
  const text = `buyer ${email} ${name}`.toLowerCase()
  insert.run(randomUUIDv7(), id, good.id, name, email, text, minor, minor, now, now + 86_400_000)
}

function orders(turn: number): number {
  db.exec('begin immediate')
  for (let n = turn; n < turn + task.perCommit; n++) {
    const [customer, good] = [task.customers[n % task.customers.length], task.goods[n % task.goods.length]]
    if (customer && good) order(customer, good)
  }
  db.exec('commit')
  return task.perCommit
}

function ownOrders(): number {
  const [customer] = task.customers
  caller.get(tokenHash(customer?.token ?? ''), Date.now())
  JSON.stringify(own.all(customer?.id ?? ''))
  return 1
}

const start = performance.now()
const before = process.cpuUsage()
let done = 0
while (performance.now() - start < task.seconds * 1000)
  done += task.what === 'orders' ? orders(done) : ownOrders()
const { user, system } = process.cpuUsage(before)
db.close()
reply((user + system) / done)
