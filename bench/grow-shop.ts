import { mkdirSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import type { Numbers } from '#domain/numbers.ts'
import { chargeCurrency } from '#domain/payment.ts'
import { claimFolder } from '../src/server/db/data-dir.ts'
import type { Database } from '../src/server/db/engine/database.ts'
import { openDatabase } from '../src/server/db/engine/open-database.ts'
import { migrate } from '../src/server/db/schema/migrate.ts'
import type { Writing } from '../src/server/db/schema/tables.ts'
import { writeSearchTexts } from '../src/server/jobs/index-search.ts'
import * as numbers from '../src/server/store/numbers.ts'
import { type ModeSettings, rememberMode } from '../src/server/store/shop-mode.ts'
import * as words from './grow-words.ts'

export interface Size {
  items: number
  users: number
  orders: number
  reviews: number
}

const day = 86_400_000
const historyMs = 730 * day

/**
 * Adds a history of this size to a shop. The database generates the rows, which are as the shop would have written them, so the
 * books stay consistent. Nothing else may write during it.
 */
export async function grow(
  settings: ModeSettings,
  size: Size,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const release = settings.databaseUrl ? () => undefined : claimed(settings.dataDir)
  try {
    const db = await openDatabase(settings, () => undefined)
    await fill(db, settings, size, say).finally(() => db.close())
    if (settings.databaseUrl) await vacuum(settings.databaseUrl)
  } finally {
    release()
  }
}

function claimed(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return claimFolder(dataDir).release
}

/** Does at once what autovacuum would do within minutes. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('vacuum analyze').finally(() => client.end())
}

async function fill(db: Database, settings: ModeSettings, size: Size, say: (line: string) => void) {
  await migrate(db)
  await rememberMode(db, settings)
  const history = historyOf(dialects[db.engine.name], size, await numbers.highestUsed(db.read))
  await db.write(
    async tx => {
      const indexes = await indexesOf(tx, db.engine.name)
      // Creating an index at the end is much faster than updating it for every row.
      for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(tx)
      for (const [what, statement] of Object.entries(history)) {
        const start = performance.now()
        const { numAffectedRows } = await sql.raw(statement).execute(tx)
        say(`  ${what.padEnd(12)} ${String(numAffectedRows).padStart(9)} rows in ${seconds(start)}`)
      }
      for (const { definition } of indexes) await sql.raw(definition).execute(tx)
      await numbers.continueOrders(tx)
    },
    { patient: true },
  )
  await writeSearchTexts({ db })
}

export const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

interface Index {
  name: string
  definition: string
}

/** All indexes but the unique ones, which the inserts need to look up keys. */
async function indexesOf(tx: Writing, engine: Database['engine']['name']): Promise<readonly Index[]> {
  const tables = sql.raw("('orders', 'order_events', 'payments', 'payment_orders', 'invoices')")
  const found =
    engine === 'sqlite'
      ? sql<Index>`select name, sql as definition from sqlite_schema
          where type = 'index' and tbl_name in ${tables} and sql like 'create index%'`
      : sql<Index>`select indexname as name, indexdef as definition from pg_indexes
          where schemaname = current_schema() and tablename in ${tables} and indexdef like 'CREATE INDEX%'`
  return (await found.execute(tx)).rows
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The expressions that differ between the engines. */
const dialects = {
  sqlite: {
    series: (count: number) =>
      `(with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ${count}) select i from n where i < ${count}) as n`,
    hex: (value: string, digits: number) => `substr(printf('%0${digits}x', ${value}), -${digits})`,
    pick: (list: readonly string[], index: string) =>
      `json_extract(${quoted(JSON.stringify(list))}, '$[' || (${index}) || ']')`,
    object: 'json_object',
    array: 'json_array',
  },
  postgres: {
    series: (count: number) => `(select i::bigint from generate_series(0, ${count - 1}) as i) as n`,
    hex: (value: string, digits: number) => `right('${'0'.repeat(digits)}' || to_hex(${value}), ${digits})`,
    pick: (list: readonly string[], index: string) => `(array[${list.map(quoted)}])[1 + (${index})]`,
    object: 'json_build_object',
    array: 'json_build_array',
  },
}

/** A pseudo-random number below `count` that depends only on row and column. */
const draw = (column: number, count: number): string => {
  const product = `((i + 1) * ${2_654_435_761 + 81_006 * column} % 4294967296)`
  return `((${product} % 65536 * 65536 + ${product} / 65536) * 1597334677 % 4294967296 / 4096 * ${count} / 1048576)`
}

/** The same, with low numbers much more likely: few items and customers make most of the orders. */
const drawSkewed = (column: number, count: number): string =>
  `(${draw(column, 1_048_576)} * ${draw(column, 1_048_576)} / 1048576 * ${count} / 1048576)`

/** The statements that make a history, in the order in which rows refer to each other. */
function historyOf(dialect: typeof dialects.sqlite, size: Size, given: Numbers) {
  const { series, hex, pick, object, array } = dialect
  const now = Date.now()
  // Makes the ids differ from those of an earlier run.
  const mark = (now % 0xffffff).toString(16).padStart(6, '0')
  const moment = (index: string, total: number) =>
    `(${now - historyMs} + ${historyMs} * (${index}) / ${total})`
  /** A UUIDv7 of that time, so that it sorts like the shop's. The kind makes it unique across tables. */
  const id = (kind: number, at: string, index: string) =>
    `(substr(${hex(at, 12)}, 1, 8) || '-' || substr(${hex(at, 12)}, 9) || '-700${kind}-8${mark.slice(0, 3)}-${mark.slice(3)}' || ${hex(index, 9)})`
  const userId = (index: string) => id(1, moment(index, size.users), index)
  const itemId = (index: string) => id(2, moment(index, size.items), index)
  const paymentId = id(4, 'orders.created_at', 'orders.number')
  const email = (index: string) => `('customer-${mark}-' || (${index}) || '@example.com')`
  const person = (column: number) =>
    `${pick(words.firstNames, draw(column, words.firstNames.length))} || ' ' || ${pick(words.lastNames, draw(column + 1, words.lastNames.length))}`
  const text = (list: readonly string[], column: number) => pick(list, draw(column, list.length))
  /** The drawn orders, which are needed before the items because stock depends on them. */
  const drawn = `(
    select i, ${moment('i', size.orders)} as at, ${drawSkewed(15, size.users)} as buyer,
      ${drawSkewed(16, size.items)} as item, 1 + ${draw(17, 4)} as quantity, ${person(18)} as person,
      case when ${draw(20, 100)} < 8 then 'removed' when ${draw(20, 100)} < 95 then 'paid'
        when i > ${Math.floor(size.orders * 0.998)} then 'held' else 'lapsed' end as state
    from ${series(size.orders)}
  )`
  const grown = `orders.number > ${given.T}`
  const isGrownItem = `items.id like '%-7002-8${mark.slice(0, 3)}-${mark.slice(3)}%'`
  const invoiceOf = (about: string, line: string, quantity: string, unitPrice: string) =>
    `${object}('shop', null, 'customer', ${object}('name', owner_name, 'address', address, 'email', email),
      'orderNumber', 'T-' || orders.number, 'transactionId', transaction_id, 'about', ${about},
      'lines', ${array}(${object}('text', ${line}, 'quantity', ${quantity}, 'unitPrice', ${unitPrice}, 'total', total_minor)))`
  return {
    users: `insert into users (id, email, display_name, email_verified_at, created_at)
      select ${userId('i')}, ${email('i')}, ${person(1)}, case when i % 2 = 0 then ${moment('i', size.users)} end,
        ${moment('i', size.users)} from ${series(size.users)}`,
    profiles: `insert into profiles (user_id, name, address, education, linkedin, mobile_number, updated_at)
      select ${userId('i')}, ${person(3)}, (i % 200) || ' Mill Lane', 'School of life',
        'https://www.linkedin.com/in/customer-' || i, '555 ' || (1000 + i % 9000), ${moment('i', size.users)}
      from ${series(size.users)} where i % 2 = 0`,
    sessions: `insert into sessions (token_hash, user_id, created_at, expires_at)
      select 'grown-${mark}-' || i, ${userId('i')}, ${now} - i % 29 * ${day}, ${now + 30 * day} - i % 29 * ${day}
      from ${series(size.users)} where i % 5 = 0`,
    items: `insert into items (id, name, description, price_minor, photo_url, must_quantity, stocked_quantity,
        available_quantity, created_at, version, words_due)
      select ${itemId('i')},
        ${text(words.makings, 5)} || ' ' || ${text(words.kinds, 6)} || ' ' || ${text(words.things, 7)} || ' No ' || (i + 1),
        'In ' || ${text(words.colours, 8)} || ' or ' || ${text(words.colours, 9)} || '. ' || ${text(words.sentences, 10)}
          || ' ' || ${text(words.sentences, 11)},
        150 + ${draw(27, 24_850)}, '/pictures/' || ${text(words.pictures, 13)} || '-960.webp', 1,
        20 + ${draw(14, 880)} + coalesce(units, 0), 20 + ${draw(14, 880)}, ${moment('i', size.items)}, 1, 1
      from ${series(size.items)} left join (
        select item, sum(quantity) as units from ${drawn} as d where state in ('paid', 'held') group by item
      ) as taken on taken.item = i`,
    // 87 % of the orders are paid and sent a day later; 1 % of those are refunded after another day.
    orders: `insert into orders (number, id, user_id, item_id, item_name, owner_name, email, mobile_number, address,
        search_text, quantity, unit_price_minor, total_minor, idempotency_key, created_at, held_until, released_at,
        removed_at, paid_at, paid_minor, transaction_id, sent_at, refunded_minor, refunded_at)
      select ${given.T} + 1 + i, ${id(3, 'at', 'i')}, ${userId('buyer')}, items.id, items.name, person, ${email('buyer')},
        '555 ' || (1000 + buyer % 9000), (1 + buyer % 200) || ' Mill Lane',
        lower(person || ' ' || ${email('buyer')} || ' ' || items.name), quantity, items.price_minor,
        items.price_minor * quantity, 'grown-${mark}-' || i, at,
        case when state = 'held' then ${now + day} else at + ${day} end,
        case when state = 'lapsed' then at + ${day} end, case when state = 'removed' then at + 60000 end,
        case when state = 'paid' then at + 90000 end, case when state = 'paid' then items.price_minor * quantity end,
        case when state = 'paid' then 'pi_grown_${mark}_' || i end,
        case when state = 'paid' and at < ${now - day} then at + ${day} end,
        case when state = 'paid' and at < ${now - 2 * day} and i % 100 = 0 then items.price_minor * quantity else 0 end,
        case when state = 'paid' and at < ${now - 2 * day} and i % 100 = 0 then at + ${2 * day} end
      from ${drawn} as n join items on items.id = ${itemId('item')}`,
    order_events: `insert into order_events (order_id, n, at, what, who)
      select id, 1, sent_at, 'sent', 'shop' from orders where ${grown} and sent_at is not null`,
    stock_changes: `insert into stock_changes (id, item_id, change, reason, created_at)
      select id, id, stocked_quantity, 'Opening stock', created_at from items where ${isGrownItem}`,
    payments: `insert into payments (id, amount_minor, currency, intent_id, created_at, checked_at, succeeded_at, received_minor)
      select ${paymentId}, total_minor, '${chargeCurrency()}', transaction_id, created_at + 30000, paid_at, paid_at, total_minor
      from orders where ${grown} and paid_at is not null`,
    payment_orders: `insert into payment_orders (payment_id, order_id, amount_minor, ended_at)
      select ${paymentId}, id, total_minor, paid_at from orders where ${grown} and paid_at is not null`,
    refunds: `insert into refunds (id, payment_id, order_id, intent_id, amount_minor, reason, attempt, provider_id,
        created_at, next_look_at, succeeded_at)
      select ${id(6, 'created_at', 'number')}, ${paymentId}, id, transaction_id, total_minor, 'by_provider', 1,
        're_' || transaction_id, refunded_at, refunded_at, refunded_at
      from orders where ${grown} and refunded_at is not null`,
    invoices: `insert into invoices (series, number, order_id, amount_minor, issued_at, content)
      select 'INV', ${given.INV} + row_number() over (order by orders.number), id, total_minor, paid_at,
        ${invoiceOf('null', 'item_name', 'quantity', 'unit_price_minor')}
      from orders where ${grown} and paid_at is not null`,
    'credit notes': `insert into invoices (series, number, order_id, refund_id, amount_minor, issued_at, content)
      select 'CN', ${given.CN} + row_number() over (order by orders.number), orders.id, refunds.id, total_minor, refunded_at,
        ${invoiceOf("'INV-' || invoices.number", "'Refund of ' || item_name", '1', 'total_minor')}
      from orders join refunds on refunds.order_id = orders.id
        join invoices on invoices.order_id = orders.id and invoices.series = 'INV'
      where ${grown} and refunded_at is not null`,
    numbers: `insert into invoice_series (series, last_number)
      select series, max(number) from invoices where true group by series
      on conflict (series) do update set last_number = excluded.last_number`,
    reviews: `insert into reviews (id, user_id, name, comment, star_rating, created_at)
      select ${id(5, moment('i', size.reviews), 'i')}, ${userId(draw(21, size.users))}, ${person(22)},
        ${text(words.opinions, 24)} || ' ' || ${text(words.opinions, 25)}, 3 + ${draw(26, 3)}, ${moment('i', size.reviews)}
      from ${series(size.reviews)}`,
  }
}
