/** The maximum number of lines of an item file, without the header. */
export const maxImportedLines = 10_000

/** Spreadsheets skip blanks, quotes and apostrophes before the first character of a formula. */
const skippedPrefix = `(?:['"]|[^\\S\\t\\r\\n])*`

/**
 * Where a spreadsheet would start to evaluate a formula, including full-width signs. The cell separator is a setting of the
 * spreadsheet; with another separator than the file's it splits cells inside quotes. So every possible separator and every
 * line break counts.
 */
const formula = `(?<=^|[,;\\t\\r\\n])(?=${skippedPrefix}[=+\\-@＝＋－＠])|^(?=${skippedPrefix}[\\t\\r\\n])`

const formulaStart = new RegExp(formula, 'g')
const escapedStart = new RegExp(`(?:${formula})'`, 'g')

/** Puts an apostrophe before each formula, so that a spreadsheet does not run it. `textIn` removes it again. */
export const cellOf = (text: string): string => text.replace(formulaStart, "'")

/** The inverse of `cellOf`. */
export const textIn = (cell: string): string => cell.replace(escapedStart, '')
