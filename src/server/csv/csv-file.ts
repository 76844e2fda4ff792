import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Page } from '#contract/shapes.ts'
import { type Cell, csvLines, csvStart } from './write-csv.ts'

export interface CsvSource<Row> {
  columns: readonly string[]
  cellsOf: (row: Row) => Cell[]
  /** Rows in a stable order, starting after `after`. */
  read: (page: Page) => Promise<Row[]>
}

/** A search runs again for each page: large pages cost less, small ones let other requests run sooner. */
const limit = 500

/**
 * A file that is read page by page while it is sent: it may exceed the memory, a slow client slows the reading, and a
 * disconnect stops it.
 */
export const csvFile = <Row extends { _id: string }>(source: CsvSource<Row>): Readable =>
  Readable.from(partsOf(source))

async function* partsOf<Row extends { _id: string }>({
  columns,
  cellsOf,
  read,
}: CsvSource<Row>): AsyncGenerator<string> {
  yield csvStart([columns])
  let last: Row | undefined
  do {
    const rows = await read({ limit, after: last?._id })
    if (rows.length > 0) yield csvLines(rows.map(cellsOf))
    last = rows.length < limit ? undefined : rows.at(-1)
    // The embedded database answers synchronously: without a pause no other request would get a turn.
    await setImmediate()
  } while (last)
}
