import {
  type AddedLine,
  addedLine,
  type ChangedLine,
  changedLine,
  fileColumns,
  type ItemColumn,
  itemColumns,
  type LineFault,
  optionalColumns,
} from '#contract/item-files.ts'
import { bounds } from '../../bounds.ts'
import { CsvFault, type OnProgress, readCsv } from '../../csv/read-csv.ts'
import { picturesIn } from './picture-cell.ts'

/** A valid line, as text and as parsed. */
export type FileLine = { line: number; cells: string[] } & (
  | { isNew: true; item: AddedLine }
  | { isNew: false; item: ChangedLine }
)

export interface FileLines {
  /** The number of the header line; blank lines may precede it. */
  firstLine: number
  columns: readonly ItemColumn[]
  lines: FileLine[]
  faults: LineFault[]
}

/** Parses the lines of an item file and reports invalid ones. The contract has all the rules. */
export async function readLines(file: Buffer, onProgress: OnProgress = () => undefined): Promise<FileLines> {
  const read: FileLines = { firstLine: 1, columns: [], lines: [], faults: [] }
  const lineOf = new Map<string, number>()
  try {
    for await (const { line, cells } of readCsv(file, bounds.csvLines, onProgress)) {
      if (read.columns.length === 0) [read.firstLine, read.columns] = [line, columnsIn(line, cells)]
      else addFault(read, line, readLine(read.columns, line, cells, lineOf))
    }
    if (read.columns.length === 0) throw new CsvFault(1, 'The file is empty.')
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    addFault(read, error.line, error.message)
  }
  return read
}

function addFault({ lines, faults }: FileLines, line: number, understood: FileLine | string): void {
  if (typeof understood === 'string') faults.push({ line, message: understood })
  else lines.push(understood)
}

const itemNames = itemColumns.join(', ')

const isColumn = (name: string): name is ItemColumn => fileColumns.some(column => column === name)

/** The columns that a file without _id needs, because all its lines are new items. */
const neededColumns = itemColumns.filter(column => !optionalColumns.includes(column))

function columnsIn(line: number, cells: readonly string[]): ItemColumn[] {
  const names = cells.map(cell => cell.trim())
  while (names.at(-1) === '') names.pop()
  const columns = names.filter(isColumn)
  if (columns.length === 0)
    throw new CsvFault(line, `The first line must have the names of the columns: ${itemNames}.`)
  const unknown = names.find(name => !isColumn(name))
  if (unknown !== undefined)
    throw new CsvFault(
      line,
      `The shop does not know the column “${unknown}”. It knows ${fileColumns.join(', ')}.`,
    )
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice) throw new CsvFault(line, `The column ${twice} appears twice.`)
  const missing = columns.includes('_id') ? undefined : neededColumns.find(name => !columns.includes(name))
  if (missing) throw new CsvFault(line, `The column ${missing} is missing.`)
  return columns
}

/** Parses a line, or explains why it is invalid. `lineOf` remembers the line of each _id. */
function readLine(
  columns: readonly ItemColumn[],
  line: number,
  given: readonly string[],
  lineOf: Map<string, number>,
): FileLine | string {
  const cells = given.slice(0, columns.length)
  if (cells.length < columns.length || given.slice(columns.length).some(cell => cell.trim() !== ''))
    return `This line has ${given.length} cells, but the first line has ${columns.length}.`
  const texts = new Map(columns.map((column, index) => [column, cells[index] ?? '']))
  const id = texts.get('_id')?.trim() ?? ''
  if (id === '') {
    const { data: item, error } = addedLine.safeParse(newValues(texts))
    return error ? messageOf(error, texts) : { line, cells, isNew: true, item }
  }
  const earlier = lineOf.get(id)
  if (earlier !== undefined) return `This _id is already in line ${earlier}.`
  lineOf.set(id, line)
  const { data: item, error } = changedLine.safeParse(valuesOf(texts))
  return error ? messageOf(error, texts) : { line, cells, isNew: false, item }
}

type Texts = ReadonlyMap<ItemColumn, string>

const valuesOf = (texts: Texts) =>
  Object.fromEntries([...texts].map(([column, text]) => [column, cellValue(column, text)]))

/** In a new item an empty cell is a missing value. */
const newValues = (texts: Texts) =>
  valuesOf(new Map([...texts].filter(([column, text]) => text.trim() !== '' && column !== 'availableBefore')))

const numbers = new Set<ItemColumn>(['price', 'availableQuantity', 'mustQuantity', 'availableBefore'])

const booleans: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false }

/** Cells are text. Text that is no number or boolean stays text, and the schema refuses it with its own message. */
function cellValue(column: ItemColumn, text: string): string | number | boolean | string[] {
  const trimmed = text.trim()
  if (numbers.has(column)) return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : text
  if (column === 'hidden') return booleans[trimmed.toLowerCase()] ?? text
  if (column === 'pictures') return picturesIn(trimmed)
  return column === '_id' ? trimmed : text
}

interface Issues {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}

/** Each invalid column with the reason, in the order of the file. */
function messageOf({ issues }: Issues, texts: Texts): string {
  const wrong = new Map(issues.toReversed().map(({ path, message }) => [String(path[0] ?? ''), message]))
  const columns = [...new Set([...texts.keys(), ...wrong.keys()])]
  return columns
    .filter(column => wrong.has(column))
    .map(column => `${column}: ${commaRefusal(texts.get(column as ItemColumn)) ?? wrong.get(column)}`)
    .join('\n')
}

/** Many spreadsheets write '34,50', which is not a number here. */
const commaRefusal = (text = ''): string | undefined =>
  /^\s*\d+,\d{1,2}\s*$/.test(text)
    ? `Write ${text.trim().replace(',', '.')} with a decimal point.`
    : undefined
