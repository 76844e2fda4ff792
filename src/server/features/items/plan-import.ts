import { setImmediate } from 'node:timers/promises'
import {
  type AddedLine,
  type ChangedLine,
  itemColumns,
  type LineFault,
  type PlannedLine,
} from '#contract/item-files.ts'
import { canChange, stockRefusal } from '#domain/stock.ts'
import { unknownRate } from '#domain/tax.ts'
import type { ItemRow, Reading } from '../../db/schema/tables.ts'
import { toDetailed } from '../../store/admin-items.ts'
import * as itemImports from '../../store/item-imports.ts'
import * as shopContent from '../../store/shop-content.ts'
import { pictureCell } from './picture-cell.ts'
import type { FileLines } from './read-lines.ts'

type Changes = PlannedLine['changes']

export interface PlannedChange {
  line: number
  item: ChangedLine
  /** The item before the import. */
  row: ItemRow
  /** The change of its stock. */
  difference: number
  changes: Changes
}

/** What the lines of a file would do. */
export interface ImportPlan {
  added: { line: number; item: AddedLine }[]
  changed: PlannedChange[]
  faults: LineFault[]
  /** The items of the file before the import. */
  rows: ReadonlyMap<string, ItemRow>
}

/** Compares the lines with the existing items. A line without changes does nothing. */
export async function planImport(db: Reading, { lines, faults }: FileLines): Promise<ImportPlan> {
  const rows = await rowsOf(
    db,
    lines.flatMap(({ isNew, item }) => (isNew ? [] : [item._id])),
  )
  const plan: ImportPlan = { added: [], changed: [], faults: [...faults], rows }
  const { taxRates } = await shopContent.read(db)
  for (const line of lines) {
    const { tax = '' } = line.item
    // An item whose rate is gone can be exported and imported again.
    const isKept = !line.isNew && rows.get(line.item._id)?.tax === tax
    const message = isKept ? undefined : unknownRate(taxRates, tax)
    if (message) plan.faults.push({ line: line.line, message })
    else if (line.isNew) plan.added.push(line)
    else planChange(plan, line, rows.get(line.item._id))
  }
  plan.faults.sort((a, b) => a.line - b.line)
  return plan
}

function planChange(
  { changed, faults }: ImportPlan,
  { line, item }: { line: number; item: ChangedLine },
  row: ItemRow | undefined,
): void {
  const difference = row ? differenceOf(item, row) : 0
  const message = row ? whyNot(row, difference) : 'There is no item with this _id.'
  const changes = row ? changesOf(item, row, difference) : []
  if (message) faults.push({ line, message })
  else if (row && changes.length > 0) changed.push({ line, item, row, difference, changes })
}

/** Why an item cannot be changed this way, or undefined. */
export function whyNot(row: ItemRow, difference: number): string | undefined {
  if (row.removed_at !== null) return 'This item was removed. Restore it first.'
  if (canChange(difference, row.available_quantity)) return undefined
  return stockRefusal(difference, row.available_quantity).message
}

const atOnce = 500

async function rowsOf(db: Reading, ids: readonly string[]): Promise<Map<string, ItemRow>> {
  const rows = new Map<string, ItemRow>()
  for (let start = 0; start < ids.length; start += atOnce) {
    const found = await itemImports.findItems(db, ids.slice(start, start + atOnce))
    for (const row of found) rows.set(row.id, row)
    // The embedded database answers synchronously: without a pause no other request would get a turn.
    await setImmediate()
  }
  return rows
}

/** The file states the number of free units, now or when it was exported or checked (`availableBefore`). */
const differenceOf = ({ availableQuantity, availableBefore }: ChangedLine, row: ItemRow): number =>
  availableQuantity === undefined ? 0 : availableQuantity - (availableBefore ?? row.available_quantity)

function changesOf(item: ChangedLine, row: ItemRow, difference: number): Changes {
  const old = toDetailed(row)
  const before = { ...old, pictures: pictureCell(old.pictures) }
  const after = {
    ...item,
    availableQuantity: row.available_quantity + difference,
    pictures: item.pictures && pictureCell(item.pictures),
  }
  return itemColumns.flatMap(column => {
    const [from, to] = [before[column], after[column]]
    return to === undefined || to === from ? [] : [{ column, from, to }]
  })
}
