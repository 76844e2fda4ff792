import { formatInvoiceNumber, type InvoiceContent, numbersStartAfter } from '#domain/invoice.ts'
import { finishedUntil } from '#domain/removal.ts'
import type { InvoiceRow, Reading, Writing } from '../db/schema/tables.ts'
import { countRows } from './count-rows.ts'
import { demoAccounts, demoIds } from './demo-ids.ts'
import * as factors from './factors.ts'
import * as items from './items.ts'
import * as removals from './removals.ts'
import * as reviews from './reviews.ts'
import * as itemTexts from './search/item-texts.ts'
import * as orderTexts from './search/order-texts.ts'
import * as people from './search/people.ts'
import * as stock from './stock.ts'

const customerIds = demoIds('customer')

const accountIds = [...demoAccounts.map(({ id }) => id), ...customerIds]

/** Adds one of the demo's own accounts, unless another process has added it. */
export async function addAccount(
  tx: Writing,
  { id, email, name, admin }: Omit<(typeof demoAccounts)[number], 'password' | 'label'>,
  hash: string,
  now: number,
): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      photo_url: null,
      removed_at: null,
      id,
      email,
      display_name: name,
      password_hash: hash,
      email_verified_at: now,
      admin_since: admin ? now : null,
      created_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await people.writeTexts(tx, [id])
}

/** The number of visible orders, without the demo's generated history. */
export const countOrders = (db: Reading): Promise<number> =>
  countRows(db.selectFrom('orders').where('removed_at', 'is', null).where('user_id', 'not in', customerIds))

/** Removes the demo's accounts for good, with everything they wrote: as if it were too late already to undo it. */
export async function removeAccounts(tx: Writing, now: number): Promise<void> {
  for (const id of accountIds) await removals.carryOut(tx, id, finishedUntil(now))
  await tx.updateTable('users').set({ password_hash: null }).where('id', 'in', accountIds).execute()
  await tx.deleteFrom('profiles').where('user_id', 'in', accountIds).execute()
  await people.writeTexts(tx, accountIds)
  await tx.deleteFrom('reviews').where('user_id', 'in', accountIds).execute()
  await reviews.recount(tx)
}

export async function removeGoods(tx: Writing, now: number): Promise<void> {
  for (const id of demoIds('item')) await items.remove(tx, id, now)
  await deleteUnsold(tx)
  await tx.deleteFrom('reviews').where('id', 'in', demoIds('review')).execute()
  await reviews.recount(tx)
}

/** Items that were sold stay because orders and invoices refer to them. */
async function deleteUnsold(tx: Writing): Promise<void> {
  const ids = demoIds('item')
  const sold = await tx.selectFrom('orders').select('item_id').where('item_id', 'in', ids).execute()
  const soldIds = new Set(sold.map(({ item_id }) => item_id))
  const unsold = ids.filter(id => !soldIds.has(id))
  if (unsold.length === 0) return
  await tx.deleteFrom('reviews').where('item_id', 'in', unsold).execute()
  await tx.deleteFrom('stock_alerts').where('item_id', 'in', unsold).execute()
  await tx.deleteFrom('stock_changes').where('item_id', 'in', unsold).execute()
  await itemTexts.remove(tx, unsold)
  await tx.deleteFrom('items').where('id', 'in', unsold).execute()
}

/**
 * Removes the roles and credentials that a demo cannot vouch for: anyone could become an admin, and the demo's Google and
 * GitHub confirm any email, so a passkey may belong to anyone. Returns the emails of the former admins.
 */
export async function revokeUnverified(tx: Writing): Promise<string[]> {
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('admin_since', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('email')
    .execute()
  await tx.updateTable('users').set({ admin_since: null, email_verified_at: null }).execute()
  await tx.deleteFrom('linked_accounts').execute()
  for (const table of factors.tables) await tx.deleteFrom(table).execute()
  return admins.map(({ email }) => email)
}

/** The password hashes of all accounts except the demo's own. */
export async function listPasswords(db: Reading): Promise<{ id: string; hash: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('password_hash', 'is not', null)
    .where('removed_at', 'is', null)
    .where('id', 'not in', accountIds)
    .execute()
  return rows.flatMap(({ id, password_hash }) => (password_hash ? { id, hash: password_hash } : []))
}

/** Removes the passwords of these accounts. Returns their emails. */
export async function removePasswords(tx: Writing, ids: readonly string[]): Promise<string[]> {
  const emails: string[] = []
  for (const id of ids) {
    const row = tx.updateTable('users').set({ password_hash: null }).where('id', '=', id)
    emails.push((await row.returning('email').executeTakeFirstOrThrow()).email)
  }
  return emails
}

/** Removes all orders with their payments and emails, and everything that buyers wrote. */
export async function removeOrders(tx: Writing, now: number): Promise<void> {
  const restocked = await tx
    .selectFrom('orders')
    .select(['item_id', 'restocked_quantity'])
    .where('restocked_quantity', '>', 0)
    .execute()
  await tx.deleteFrom('invoices').execute()
  await tx.deleteFrom('invoice_series').execute()
  await tx.deleteFrom('refunds').execute()
  await tx.deleteFrom('dispute_orders').execute()
  await tx.deleteFrom('disputes').execute()
  await tx.deleteFrom('unmatched_payments').execute()
  await tx.deleteFrom('payment_orders').execute()
  await tx.deleteFrom('payments').execute()
  await orderTexts.removeAllTexts(tx)
  await tx.deleteFrom('orders').execute()
  await tx.deleteFrom('card_events').execute()
  await tx.deleteFrom('outbox').execute()
  await tx.deleteFrom('reviews').where('item_id', 'is not', null).execute()
  await reviews.recount(tx)
  await tx
    .updateTable('items')
    .set(({ ref }) => ({ available_quantity: ref('stocked_quantity') }))
    .execute()
  for (const { item_id, restocked_quantity } of restocked)
    await undoRestocking(tx, item_id, restocked_quantity, now)
}

/** Takes out the units that an order returned to stock: without the order they never left. */
const undoRestocking = (tx: Writing, itemId: string, units: number, now: number): Promise<boolean> =>
  stock.apply(tx, {
    item_id: itemId,
    change: -units,
    reason: 'Back from an order that was removed with the demo',
    user_id: null,
    created_at: now,
    idempotency_key: null,
  })

/** Removes the generated orders of the demo. */
export async function removeHistory(tx: Writing, now: number): Promise<void> {
  const seeded = await tx
    .selectFrom('orders')
    .select(['id', 'item_id', 'quantity', 'restocked_quantity', 'released_at', 'removed_at'])
    .where('user_id', 'in', customerIds)
    .execute()
  if (seeded.length === 0) return
  for (const { item_id, quantity, restocked_quantity, released_at, removed_at } of seeded) {
    if (released_at === null && removed_at === null) await items.giveBack(tx, item_id, quantity)
    if (restocked_quantity > 0) await undoRestocking(tx, item_id, restocked_quantity, now)
  }
  const ids = seeded.map(({ id }) => id)
  await tx.deleteFrom('invoices').where('order_id', 'in', ids).execute()
  await tx.deleteFrom('number_gaps').execute()
  for (const series of ['INV', 'CN'] as const) await renumber(tx, series)
  const parts = await tx
    .deleteFrom('payment_orders')
    .where('order_id', 'in', ids)
    .returning('payment_id')
    .execute()
  const paymentIds = parts.map(({ payment_id }) => payment_id)
  const paid = tx.selectFrom('payments').select('intent_id').where('id', 'in', paymentIds)
  await tx.deleteFrom('refunds').where('intent_id', 'in', paid).execute()
  await tx.deleteFrom('dispute_orders').where('order_id', 'in', ids).execute()
  await tx.deleteFrom('disputes').where('intent_id', 'in', paid).execute()
  await tx.deleteFrom('payments').where('id', 'in', paymentIds).execute()
  await orderTexts.removeTexts(tx, ids)
  await tx.deleteFrom('orders').where('id', 'in', ids).execute()
  await tx.deleteFrom('outbox').where('user_id', 'in', customerIds).execute()
}

/**
 * Renumbers the remaining documents from one, because a series must have no gaps. The documents of a demo have no legal
 * meaning.
 */
async function renumber(tx: Writing, series: InvoiceRow['series']): Promise<void> {
  const rows = await tx
    .selectFrom('invoices')
    .select('number')
    .where('series', '=', series)
    .orderBy('number')
    .execute()
  let last = numbersStartAfter
  const renamed = new Map<string, string>()
  for (const { number } of rows) {
    last += 1
    const invoice = tx.updateTable('invoices').where('series', '=', series).where('number', '=', number)
    await invoice.set({ number: last }).execute()
    const [before = '', after = ''] = [number, last].map(one => formatInvoiceNumber({ series, number: one }))
    await tx.updateTable('outbox').set({ document: after }).where('document', '=', before).execute()
    renamed.set(before, after)
  }
  await updateReferences(tx, renamed)
  await tx.deleteFrom('invoice_series').where('series', '=', series).execute()
  if (last > numbersStartAfter)
    await tx.insertInto('invoice_series').values({ series, last_number: last }).execute()
}

/** A credit note contains the number of the document that it corrects. */
async function updateReferences(tx: Writing, renamed: ReadonlyMap<string, string>): Promise<void> {
  const notes = tx.selectFrom('invoices').select(['series', 'number', 'content']).where('series', '=', 'CN')
  for (const { series, number, content } of await notes.execute()) {
    const known: InvoiceContent = JSON.parse(content)
    const about = known.about && renamed.get(known.about)
    if (!about) continue
    await tx
      .updateTable('invoices')
      .set({ content: JSON.stringify({ ...known, about }) })
      .where('series', '=', series)
      .where('number', '=', number)
      .execute()
  }
}
