import { DataRefused } from '../db/data-dir.ts'
import { locksRows } from '../db/engine/connection.ts'
import type { Database } from '../db/engine/database.ts'
import { type DatabaseSettings, dataLocation } from '../db/engine/snapshot.ts'
import { hasTable } from '../db/schema/table-rows.ts'
import type { Reading, ShopModeRow, Writing } from '../db/schema/tables.ts'
import { demoAccounts } from './demo-ids.ts'

export type Mode = ShopModeRow['mode']

/**
 * The mode of the data: recorded by the first start or, for data of an earlier version, derived from its contents. A shop
 * with data that never had the demo's accounts is live. Undefined if it may still become either.
 */
export async function rememberedMode(db: Reading): Promise<Mode | undefined> {
  const noted = (await hasTable(db, 'shop_mode'))
    ? await db.selectFrom('shop_mode').select('mode').executeTakeFirst()
    : undefined
  if (noted) return noted.mode
  if (!(await hasTable(db, 'users'))) return undefined
  const ids = demoAccounts.map(({ id }) => id)
  const accounts = await db.selectFrom('users').select('removed_at').where('id', 'in', ids).execute()
  if (accounts.some(({ removed_at }) => removed_at === null)) return 'demo'
  return accounts.length === 0 && (await isFilled(db)) ? 'live' : undefined
}

async function isFilled(db: Reading): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return (
    user !== undefined ||
    (await db.selectFrom('items').select('id').limit(1).executeTakeFirst()) !== undefined
  )
}

export type ModeSettings = DatabaseSettings & { mode: Mode }

/** Refuses a start in the other mode before it changes anything. */
export async function refuseOtherMode(db: Reading, settings: ModeSettings): Promise<void> {
  const remembered = await rememberedMode(db)
  if (remembered && remembered !== settings.mode) throw new DataRefused(wrongModeMessage(settings))
}

function wrongModeMessage(settings: ModeSettings): string {
  const place = dataLocation(settings)
  return settings.mode === 'live'
    ? `The data in ${place} is a demo’s: everyone knows its admin’s password. To turn it into a live shop without the demo’s accounts and goods: npm run shop -- go-live. To keep the demo: SHOP_MODE=demo, or choose other data for the live shop.`
    : `The data in ${place} is a live shop’s, and SHOP_MODE is not 'live'. Start it with SHOP_MODE=live. A live shop never becomes a demo: for a demo, choose another DATA_DIR or database.`
}

/** Records the mode of new data. If two processes start in different modes, the later one is refused. */
export async function rememberMode(db: Database, settings: ModeSettings): Promise<void> {
  const { mode } = settings
  if ((await db.read.selectFrom('shop_mode').select('mode').executeTakeFirst())?.mode === mode) return
  await db.write(
    tx =>
      tx
        .insertInto('shop_mode')
        .values({ id: 1, mode, since: Date.now() })
        .onConflict(conflict => conflict.doNothing())
        .execute(),
    { patient: true },
  )
  await refuseOtherMode(db.read, settings)
}

/** Locks the mode until the transaction ends. Returns when the shop was first started. */
export async function lockMode(tx: Writing): Promise<number> {
  const { since } = await tx
    .selectFrom('shop_mode')
    .select('since')
    .$if(locksRows(tx), query => query.forUpdate())
    .executeTakeFirstOrThrow()
  return since
}

/** Keeps others from locking the mode until the transaction ends. Any number may do so at a time. */
export async function holdMode(tx: Writing): Promise<void> {
  // Not even who writes another column of the row waits for this lock.
  if (locksRows(tx)) await tx.selectFrom('shop_mode').select('since').forKeyShare().execute()
}

/** Marks the data as live. This cannot be undone. What was set up for the demo is still to do for the live shop. */
export async function markLive(tx: Writing, now: number): Promise<void> {
  const live = {
    mode: 'live',
    since: now,
    opening_hidden_at: null,
    webhook_heard_at: null,
    backup_at: null,
    backup_to: null,
  } as const
  await tx
    .insertInto('shop_mode')
    .values({ id: 1, ...live })
    .onConflict(conflict => conflict.column('id').doUpdateSet(live))
    .execute()
}
