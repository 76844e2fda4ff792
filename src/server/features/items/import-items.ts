import { hash } from 'node:crypto'
import { maxFileBytes } from '#contract/endpoint.ts'
import type { ImportReport, PlannedLine } from '#contract/item-files.ts'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { OnProgress } from '../../csv/read-csv.ts'
import { type Cell, csvStart } from '../../csv/write-csv.ts'
import type { ItemImportRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'
import * as itemImports from '../../store/item-imports.ts'
import { carryOutImport, notImported } from './carry-out-import.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import { type FileLine, type FileLines, readLines } from './read-lines.ts'

interface Wanted {
  file: Buffer
  key: string | undefined
}

/** Reports what importing a file would do, without doing it. */
export async function checkImport({ db }: Deps, file: Buffer, onProgress: OnProgress): Promise<ImportReport> {
  const read = await readLines(file, onProgress)
  const plan = await planImport(db.read, read)
  const { added, changed, faults } = plan
  return {
    added: added.length,
    changed: changed.length,
    faults,
    lines: plannedLines(plan),
    ...(faults.length === 0 && { checked: checkedFile(read, plan) }),
  }
}

/** Adds and changes the items of a file: all of them, or none if there is an error. */
export async function importItems(
  deps: Deps,
  caller: Caller,
  { file, key }: Wanted,
  onProgress: OnProgress,
): Promise<ImportReport> {
  const { db, now } = deps
  const { userId } = caller
  const digest = hash('sha256', file)
  const earlier = key && (await itemImports.findByKey(db.read, userId, key))
  if (earlier) return sameImport(earlier, digest)
  // Reading and writing take about the same time.
  const plan = await planImport(db.read, await readLines(file, share => onProgress(share / 2)))
  if (plan.faults.length > 0) throw notImported(plan.faults)
  const by = { userId, digest, key: key ?? null, now: now() }
  const row = await db.write(async tx => {
    const done = await carryOutImport(tx, plan, by, share => onProgress((1 + share) / 2))
    const { id, added, changed } = done
    await audit.note(tx, caller, 'items_imported', { import: id, digest, added, changed }, by.now)
    return done
  })
  return sameImport(row, digest)
}

function sameImport(row: ItemImportRow, digest: string): ImportReport {
  if (row.digest !== digest)
    throw new Refusal('idempotency_conflict', 'This Idempotency-Key was already used for another file.')
  return { added: row.added, changed: row.changed, faults: [] }
}

const mostCharacters = 100

const shortened = <Value>(value: Value): Value | string =>
  typeof value === 'string' && value.length > mostCharacters ? `${value.slice(0, mostCharacters)}…` : value

function plannedLines({ added, changed }: ImportPlan): PlannedLine[] {
  const additions = added.map(({ line, item: { name, price, availableQuantity } }): PlannedLine => {
    const changes: PlannedLine['changes'] = [
      { column: 'price', from: null, to: price },
      { column: 'availableQuantity', from: null, to: availableQuantity },
    ]
    return { line, name, changes, isNew: true }
  })
  const others = changed.map(({ line, row, changes }): PlannedLine => {
    const short = changes.map(({ column, from, to }) => ({
      column,
      from: shortened(from),
      to: shortened(to),
    }))
    return { line, name: row.name, changes: short, isNew: false }
  })
  return [...additions, ...others].sort((a, b) => a.line - b.line)
}

/**
 * The same lines in the same places. Adds the number of free units to each counted line, unless the file already has
 * it: the import changes the stock by the difference.
 */
function checkedFile({ firstLine, columns, lines }: FileLines, { rows }: ImportPlan): string {
  const counts = columns.includes('availableQuantity') && !columns.includes('availableBefore')
  const freeOf = ({ isNew, item }: FileLine) =>
    isNew ? null : (rows.get(item._id)?.available_quantity ?? null)
  const written = Array.from({ length: lines.at(-1)?.line ?? firstLine }, (): readonly Cell[] => [])
  written[firstLine - 1] = counts ? [...columns, 'availableBefore'] : columns
  for (const line of lines) written[line.line - 1] = counts ? [...line.cells, freeOf(line)] : line.cells
  const file = csvStart(written)
  if (Buffer.byteLength(file) > maxFileBytes) throw tooLargeWhenChecked()
  return file
}

const tooLargeWhenChecked = () =>
  new Refusal(
    'too_large',
    'This file is too large once the shop has added what it needs to each line. Import it in two parts.',
  )
