import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Page } from '#contract/shapes.ts'
import { type Cell, csvLines, csvStart } from './write-csv.ts'

export interface CsvSource<Row> {
  columns: readonly string[]
  cellsOf: (row: Row) => Cell[]
  /** Rows in an order of their own, from the one after `after` on. */
  read: (page: Page) => Promise<Row[]>
}

/** A search reads all that it finds for each page: fewer pages cost less, and smaller ones let others in sooner. */
const limit = 500

/**
 * A file that is read while it is being sent, a page at a time: it may be larger than the memory, whoever reads slowly
 * is waited for, and when they go away nothing more is read.
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
    // The embedded database answers at once: without a pause nobody else would get a turn.
    await setImmediate()
  } while (last)
}
