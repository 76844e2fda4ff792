// Started by the benchmark: only the SQL of an order, over ten connections.
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { tokenHash } from '../../src/server/sessions/tokens.ts'
import type { Customer, Good } from '../prepare.ts'
import { reply } from '../reply.ts'

export interface SqlTask {
  url: string
  customers: Customer[]
  goods: Good[]
  seconds: number
}

const [task] = (await once(process, 'message')) as [SqlTask]
const connections = 10
const pool = new pg.Pool({ connectionString: task.url, max: connections })

const caller = `select users.id, users.email, users.admin_since from sessions
  inner join users on users.id = sessions.user_id
  where sessions.token_hash = $1 and sessions.expires_at > $2 and users.removed_at is null`
const lock = 'select id from users where id = $1 and removed_at is null for no key update'
const unpaid = `select count(*) from orders
  where user_id = $1 and removed_at is null and paid_at is null`
const hold = `update items set available_quantity = available_quantity - $1
  where id = $2 and removed_at is null and available_quantity >= $1 and must_quantity <= $1
  returning name, price_minor`
const insert = `insert into orders (id, user_id, item_id, item_name, owner_name, email, mobile_number, address,
  quantity, unit_price_minor, total_minor, created_at, held_until)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

async function order({ id, email, token }: Customer, good: Good): Promise<void> {
  await pool.query(caller, [tokenHash(token), Date.now()])
  const client = await pool.connect()
  const now = Date.now()
  await client.query('begin')
  await client.query(lock, [id])
  await client.query(unpaid, [id])
  const { rows } = await client.query(hold, [1, good.id])
  const { name, price_minor: minor } = rows[0]
  const address = ['Buyer', email, '555 0100', '1 Bench Street']
  const amounts = [1, minor, minor, now, now + 86_400_000]
  await client.query(insert, [randomUUIDv7(), id, good.id, name, ...address, ...amounts])
  await client.query('commit')
  client.release()
}

let done = 0
const start = performance.now()
const elapsed = () => (performance.now() - start) / 1000
const worker = async () => {
  while (elapsed() < task.seconds) {
    const turn = done++
    const customer = task.customers[turn % task.customers.length]
    const good = task.goods[turn % task.goods.length]
    if (customer && good) await order(customer, good)
  }
}
await Promise.all(Array.from({ length: connections }, worker))
const perSecond = done / elapsed()
await pool.end()
reply(perSecond)
