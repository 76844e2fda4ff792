import { stringify } from 'csv-stringify/sync'
import { cellOf } from '#domain/spreadsheet.ts'

export type Cell = string | number | boolean | null

/** Spreadsheets recognize UTF-8 by it. */
const byteOrderMark = '\ufeff'

/** Formats lines for spreadsheets. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map(row => row.map(textOf)),
    // Also quotes the separators and line endings of other programs.
    { record_delimiter: '\r\n', quoted_match: /[\r\n\t;]/ },
  )

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cellOf(cell) : String(cell ?? ''))

/** The beginning of a file, or the whole file. */
export const csvStart = (rows: readonly (readonly Cell[])[]): string => byteOrderMark + csvLines(rows)
