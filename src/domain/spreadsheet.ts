/** So many lines may a file of items have below the names of its columns. */
export const maxImportedLines = 10_000

/** What spreadsheets take for a formula and carry out, however many apostrophes stand before it; the wide signs, too. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Text for a cell of a spreadsheet: an apostrophe before a formula makes it harmless. `textIn` takes it away again. */
export const cellOf = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The text that `cellOf` has made a cell of. */
export const textIn = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
