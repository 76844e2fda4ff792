/** So many lines may a file of items have below the names of its columns. */
export const maxImportedLines = 10_000

/** What may stand before the sign of a formula: blanks, quotes and apostrophes. */
const before = `(?:['"]|[^\\S\\t\\r\\n])*`

/**
 * Where a formula would begin that a spreadsheet carries out, the wide signs too. Which sign ends a cell is a setting of
 * the spreadsheet, and one that takes another than the file's sees no quotes in the middle of its cells: so every sign and
 * every end of a line counts.
 */
const formula = `(?<=^|[,;\\t\\r\\n])(?=${before}[=+\\-@＝＋－＠])|^(?=${before}[\\t\\r\\n])`

const bare = new RegExp(formula, 'g')
const harmless = new RegExp(`(?:${formula})'`, 'g')

/** Text for a cell of a spreadsheet: an apostrophe before a formula makes it harmless. `textIn` takes it away again. */
export const cellOf = (text: string): string => text.replace(bare, "'")

/** The text that `cellOf` has made a cell of. */
export const textIn = (cell: string): string => cell.replace(harmless, '')
