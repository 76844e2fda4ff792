import { setImmediate } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import type { AddedLine, LineFault } from '#contract/item-files.ts'
import { Refusal } from '#domain/refusal.ts'
import type { OnProgress } from '../../csv/read-csv.ts'
import type { ItemImportRow, StockChangeRow, Writing } from '../../db/schema/tables.ts'
import { detailColumns, noDetails } from '../../store/item-details.ts'
import * as itemImports from '../../store/item-imports.ts'
import * as shopContent from '../../store/shop-content.ts'
import { idAfter } from '../../store/stock.ts'
import * as users from '../../store/users.ts'
import { minorOfPrice } from './add-item.ts'
import { type ImportPlan, type PlannedChange, whyNot } from './plan-import.ts'

interface Import {
  userId: string
  digest: string
  key: string | null
  now: number
}

/** The number of rows in one statement. */
const atOnce = 500

/** Carries out the whole plan, or nothing if a later change conflicts with it. */
export async function carryOutImport(
  tx: Writing,
  plan: ImportPlan,
  by: Import,
  onProgress: OnProgress,
): Promise<ItemImportRow> {
  const { userId, digest, key, now } = by
  // Lock the user, then the items, as orders do: this prevents deadlocks.
  await users.lockCaller(tx, userId)
  await shopContent.readToAddItems(tx)
  // Reading a large file takes a while, and the admin may have lost the role in the meantime.
  if ((await users.find(tx, userId))?.admin_since === null)
    throw new Refusal('forbidden', 'Only an admin may do this.')
  const earlier = key && (await itemImports.findByKey(tx, userId, key))
  if (earlier) return earlier
  const all = plan.added.length + plan.changed.length
  let done = 0
  const pauseAfter = async ({ length }: readonly unknown[]) => {
    done += length
    onProgress(done / all)
    await setImmediate()
  }
  for (const some of batchesOf(newRows(plan, now))) {
    await itemImports.insertItems(tx, some, userId)
    await pauseAfter(some)
  }
  for (const some of batchesOf(plan.changed.toSorted(byId))) {
    await changeSome(tx, some, by)
    await pauseAfter(some)
  }
  const row: ItemImportRow = {
    id: newId(),
    user_id: userId,
    created_at: now,
    digest,
    added: plan.added.length,
    changed: plan.changed.length,
    idempotency_key: key,
  }
  await itemImports.insert(tx, row)
  return row
}

export const notImported = (faults: readonly LineFault[]): Refusal => {
  const lines = faults.length === 1 ? 'a line has an error' : `${faults.length} lines have errors`
  return new Refusal('bad_input', `Nothing was imported: ${lines}.`, {
    facts: { added: 0, changed: 0, faults },
  })
}

function* batchesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += atOnce) yield all.slice(start, start + atOnce)
}

/** Lists show the newest item first, so the first line gets the highest id. */
function newRows({ added }: ImportPlan, now: number): itemImports.ImportedItemRow[] {
  const ids = added.map(() => newId()).sort()
  return added.map(({ item }) => rowOf(item, ids.pop() ?? '', now))
}

const rowOf = (item: AddedLine, id: string, now: number): itemImports.ImportedItemRow => ({
  id,
  name: item.name,
  description: item.description,
  price_minor: minorOfPrice(item.price),
  photo_url: item.photoUrl,
  must_quantity: item.mustQuantity,
  stocked_quantity: item.availableQuantity,
  hidden_at: item.hidden ? now : null,
  created_at: now,
  ...noDetails,
  ...detailColumns(item),
})

const byId = (a: PlannedChange, b: PlannedChange): number => (a.row.id < b.row.id ? -1 : 1)

async function changeSome(tx: Writing, some: readonly PlannedChange[], by: Import): Promise<void> {
  const ids = some.map(({ row }) => row.id)
  await itemImports.lockItems(tx, ids)
  const changed = await itemImports.changeItems(
    tx,
    some.map(planned => changedRow(planned, by.now)),
  )
  const left = some.filter(({ row }) => !changed.has(row.id))
  if (left.length > 0) throw notImported(await changedMeanwhile(tx, left))
  const lastIds = await itemImports.lastLedgerIds(tx, ids)
  const counted = some.filter(({ difference }) => difference !== 0)
  await itemImports.addToLedger(
    tx,
    counted.map(({ row: { id }, difference }) => ledgerRow(id, difference, lastIds.get(id), by)),
  )
}

function changedRow(
  { row, item, difference, changes }: PlannedChange,
  now: number,
): itemImports.ChangedItemRow {
  const isItself = changes.some(({ column }) => column !== 'availableQuantity')
  const hiddenAt = item.hidden ? (row.hidden_at ?? now) : null
  return {
    id: row.id,
    version: row.version,
    next_version: isItself ? row.version + 1 : row.version,
    name: item.name ?? row.name,
    description: item.description ?? row.description,
    price_minor: item.price === undefined ? row.price_minor : minorOfPrice(item.price),
    must_quantity: item.mustQuantity ?? row.must_quantity,
    photo_url: item.photoUrl ?? row.photo_url,
    hidden_at: item.hidden === undefined ? row.hidden_at : hiddenAt,
    change: difference,
    pictures: row.pictures,
    materials: row.materials,
    size: row.size,
    care: row.care,
    family: row.family,
    tax: row.tax,
    ...detailColumns(item),
  }
}

const ledgerRow = (itemId: string, change: number, last: string | undefined, by: Import): StockChangeRow => ({
  id: idAfter(last),
  item_id: itemId,
  change,
  counted: null,
  reason: 'Counted in an imported file',
  user_id: by.userId,
  created_at: by.now,
  idempotency_key: null,
})

/** Explains why items that changed since the file was read can no longer be changed. */
async function changedMeanwhile(tx: Writing, left: readonly PlannedChange[]): Promise<LineFault[]> {
  const found = await itemImports.findItems(
    tx,
    left.map(({ row }) => row.id),
  )
  const rows = new Map(found.map(row => [row.id, row]))
  return left.map(({ line, row, difference }) => ({
    line,
    message:
      whyNot(rows.get(row.id) ?? row, difference) ??
      'Someone else has changed this item in the meantime. Check the file again.',
  }))
}
