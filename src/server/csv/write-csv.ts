import { stringify } from 'csv-stringify/sync'
import { cellOf } from '#domain/spreadsheet.ts'

export type Cell = string | number | boolean | null

/** By it spreadsheets know UTF-8. */
const byteOrderMark = '\ufeff'

/** Lines of a file for spreadsheets. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map(row => row.map(textOf)),
    // Quoted is also what other programs take for the end of a cell or a line.
    { record_delimiter: '\r\n', quoted_match: /[\r\n\t;]/ },
  )

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cellOf(cell) : String(cell ?? ''))

/** The beginning of a file, or all of it. */
export const csvStart = (rows: readonly (readonly Cell[])[]): string => byteOrderMark + csvLines(rows)
