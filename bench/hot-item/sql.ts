import { randomInt, randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { Customer } from '../prepare.ts'
import type { HotTask } from './task.ts'

/**
 * The statements of an order, in the order of place-order.ts; each is planned once for a connection, as the shop does. Only
 * the limit is one statement here instead of two.
 */
const statements = {
  lock: 'select id from users where id = $1 and removed_at is null for no key update',
  unpaid: 'select count(*) from bookings where user_id = $1 and removed_at is null and paid_at is null',
  limit: `insert into attempts (name, count, resets_at) values ($1, 1, $2)
    on conflict (name) do update set count = attempts.count + 1 returning count`,
  hold: `update items set available_quantity = available_quantity - 1
    where id = $1 and removed_at is null and hidden_at is null and available_quantity >= 1 and must_quantity <= 1
    returning name, price_cents`,
  item: 'select name, price_cents from items where id = $1 and removed_at is null and hidden_at is null',
  holdInBucket: 'update hot_buckets set free = free - 1 where bucket = $1 and free >= 1',
  otherBucket: 'select bucket from hot_buckets where free >= 1 order by random() limit 1',
  insert: `insert into bookings (id, user_id, item_id, item_name, owner_name, name_key, email, mobile_number, address,
    quantity, unit_price_cents, total_cents, created_at, held_until)
    values ($1, $2, $3, $4, 'Buyer', 'buyer', $5, '555 0100', '1 Bench Street', 1, $6, $6, $7, $8) returning number`,
}

interface Offer {
  name: string
  price_cents: number
}

export const bucketTable =
  'create table hot_buckets (bucket int primary key, free int not null check (free >= 0))'

type Run = <Row extends pg.QueryResultRow>(
  name: keyof typeof statements,
  values: unknown[],
) => Promise<pg.QueryResult<Row>>

/** Takes one unit: from the item's row, or from a bucket. */
async function hold(run: Run, { good, buckets }: HotTask): Promise<Offer | undefined> {
  if (buckets === 1) return (await run<Offer>('hold', [good.id])).rows[0]
  const offer = (await run<Offer>('item', [good.id])).rows[0]
  // A bucket at random, and while it turns out to be empty another that is not, until all are.
  let bucket: number | undefined = randomInt(buckets)
  while (bucket !== undefined) {
    const { rowCount } = await run('holdInBucket', [bucket])
    if (rowCount === 1) return offer
    bucket = (await run<{ bucket: number }>('otherBucket', [])).rows[0]?.bucket
  }
  return undefined
}

/** One order of a buyer, or none when nothing is left. */
export async function order(client: pg.ClientBase, task: HotTask, buyer: Customer): Promise<boolean> {
  const run: Run = (name, values) => client.query({ name, text: statements[name], values })
  const now = Date.now()
  await client.query('begin')
  await run('lock', [buyer.id])
  await run('unpaid', [buyer.id])
  await run('limit', [`orders of ${buyer.id}`, now + 60_000])
  const offer = await hold(run, task)
  if (!offer) {
    // As the shop does, to say why.
    await run('item', [task.good.id])
    await client.query('rollback')
    return false
  }
  const { name, price_cents: cents } = offer
  const values = [randomUUIDv7(), buyer.id, task.good.id, name, buyer.email, cents, now, now + 60_000]
  await run('insert', values)
  if (task.confirmMs > 0) await client.query('select pg_sleep($1)', [task.confirmMs / 1000])
  await client.query('commit')
  return true
}
