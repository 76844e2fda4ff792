import { emptyContent, type SavedVersion, type ShopContent } from '#contract/shop-content.ts'
import { currencyOf } from '#domain/currencies.ts'
import { setShopCurrency, shopCurrency } from '#domain/currency.ts'
import type { ShopDetails } from '#domain/invoice.ts'
import type { Reading, ShopContentRow, Writing } from '../db/schema/tables.ts'
import { holdMode } from './shop-mode.ts'

const day = 86_400_000

/** How long a save can be undone. What was shown before, its pictures and its media stay as long. */
export const undoMs = 30 * day

const newestFirst = (db: Reading) => db.selectFrom('shop_content').orderBy('version', 'desc').limit(1)

export async function findNewest(db: Reading): Promise<ShopContentRow | undefined> {
  return newestFirst(db).selectAll().executeTakeFirst()
}

/** A field that is newer than the row is empty. */
const parsed = (content: string): ShopContent => ({ ...emptyContent(''), ...JSON.parse(content) })

/**
 * What the shop shows now. The process computes in its currency from here on: another process may have saved it. Whoever
 * writes a price reads this first, in the same transaction.
 */
function current(content: string): ShopContent {
  const now = parsed(content)
  if (now.currency !== shopCurrency().code) setShopCurrency(currencyOf(now.currency))
  return now
}

/** A shop has content from its first start on. */
export async function read(db: Reading): Promise<ShopContent> {
  const { content } = await newestFirst(db).select('content').executeTakeFirstOrThrow()
  return current(content)
}

type Zone = Pick<ShopDetails, 'timeZone'>

export const readDetails = async (db: Reading, zone: Zone): Promise<Required<ShopDetails>> =>
  detailsOf(await read(db), zone)

/**
 * The same for whoever adds items. Until the transaction ends nobody can save another currency: that would convert every
 * price but the new ones (change-currency.ts).
 */
export async function readToAddItems(tx: Writing): Promise<ShopContent> {
  await holdMode(tx)
  return read(tx)
}

/** The seller, as invoices and emails print it. */
export function detailsOf(
  { name, address, taxId, taxNote, accent, edge }: ShopContent,
  { timeZone }: Zone,
): Required<ShopDetails> {
  const lines = address
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  return { name, address: lines, taxId: taxId || null, taxNote, timeZone, style: { accent, edge } }
}

/** The newest version with the email of whoever has saved it. */
export async function readSaved(db: Reading, now: number): Promise<SavedVersion> {
  const { version, content, saved_at, email } = await newestFirst(db)
    .leftJoin('users', 'users.id', 'shop_content.saved_by')
    .select(['version', 'content', 'saved_at', 'users.email'])
    .executeTakeFirstOrThrow()
  return {
    version,
    content: current(content),
    savedAt: new Date(saved_at).toISOString(),
    savedBy: email,
    canUndo: version > 1 && saved_at > now - undoMs,
  }
}

export async function contentOf(db: Reading, version: number): Promise<ShopContent | undefined> {
  const row = await db
    .selectFrom('shop_content')
    .select('content')
    .where('version', '=', version)
    .executeTakeFirst()
  return row && parsed(row.content)
}

/** Every version that the shop has shown since a time, newest first, as stored. */
export async function* shownSince(db: Reading, since: number): AsyncGenerator<string> {
  let row = await findNewest(db)
  while (row) {
    yield row.content
    // A version was shown until the next one was saved.
    if (row.saved_at < since) return
    row = await newestFirst(db).selectAll().where('version', '<', row.version).executeTakeFirst()
  }
}

/** Deletes the oldest versions that the shop has not shown since a time, so no undo can bring them back. Returns how many. */
export async function deleteOld(tx: Writing, since: number, limit: number): Promise<number> {
  const shownThen = newestFirst(tx).select('version').where('saved_at', '<=', since)
  const old = tx
    .selectFrom('shop_content')
    .select('version')
    .where('version', '<', shownThen)
    .orderBy('version')
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('shop_content')
    .where('version', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The addresses of the shop's own files in a content. */
export const filesIn = (content: string): string[] =>
  [...content.matchAll(/"(\/(?:images|media)\/[a-f0-9]{32}[\w.-]*)"/g)].flatMap(
    ([, address]) => address ?? [],
  )

/** False where that version is there already: somebody else was faster. */
export async function add(
  tx: Writing,
  {
    version,
    content,
    savedBy,
    now,
  }: { version: number; content: ShopContent; savedBy: string | null; now: number },
): Promise<boolean> {
  const row = { version, content: JSON.stringify(content), saved_at: now, saved_by: savedBy }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('shop_content')
    .values(row)
    .onConflict(conflict => conflict.column('version').doNothing())
    .executeTakeFirst()
  tx.catalogueChanged()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Replaces every version, so that nobody can undo a change back to the demo's content. */
export async function beginAgain(tx: Writing, content: ShopContent, now: number): Promise<void> {
  await tx.deleteFrom('shop_content').execute()
  await begin(tx, content, now)
}

/** Gives a shop its first content, where it has none. */
export async function begin(tx: Writing, content: ShopContent, now: number): Promise<void> {
  if (!(await findNewest(tx))) await add(tx, { version: 1, content, savedBy: null, now })
}
