import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { givenDetails, photoUrl } from './item-details.ts'
import { itemWords, newItem } from './items.ts'
import { freeStock, id } from './shapes.ts'

/** What a file tells of an item. */
export const itemColumns = [
  '_id',
  'name',
  'description',
  'price',
  'availableQuantity',
  'mustQuantity',
  'photoUrl',
  'hidden',
  'pictures',
  'materials',
  'size',
  'care',
] as const

/** What a file without _id need not have, although all of its lines are new items. */
export const optionalColumns: readonly string[] = ['_id', 'hidden', ...Object.keys(givenDetails.shape)]

/**
 * The columns of a file. The last one says how many were free when the file was written: the stock changes by the
 * difference, so that what is bought or brought back meanwhile stays so.
 */
export const fileColumns = [...itemColumns, 'availableBefore'] as const

export type ItemColumn = (typeof fileColumns)[number]

const hidden = z.boolean('Please write true or false.')

/** A line without an _id: a new item. */
export const addedLine = z.safeExtend(newItem, { hidden: z._default(hidden, false) })

export type AddedLine = z.output<typeof addedLine>

/** A line with one: what becomes of that item. A column that the file does not have stays as it is. */
export const changedLine = z.extend(z.partial(itemWords), {
  ...givenDetails.shape,
  _id: id,
  availableQuantity: z.optional(freeStock),
  availableBefore: z.optional(freeStock),
  photoUrl: z.optional(photoUrl),
  hidden: z.optional(hidden),
})

export type ChangedLine = z.output<typeof changedLine>

/** Why a line cannot be imported. Lines are counted as spreadsheets do: the first one has the names of the columns. */
export const lineFault = z.strictObject({ line: z.int(), message: z.string() })

export type LineFault = z.output<typeof lineFault>

const cell = z.union([z.string(), z.number(), z.boolean()])

/** What a line would do; of what is long only the beginning is told. */
const plannedLine = z.strictObject({
  line: z.int(),
  name: z.string(),
  /** Of a new item nothing was there before. */
  changes: z.array(z.strictObject({ column: z.enum(itemColumns), from: z.nullable(cell), to: cell })),
  isNew: z.boolean(),
})

export type PlannedLine = z.output<typeof plannedLine>

const importReport = z.strictObject({
  added: z.int(),
  changed: z.int(),
  faults: z.array(lineFault),
  /** When dry: the lines that would do something. */
  lines: z.optional(z.array(plannedLine)),
  /** When dry: the file to import, which is the same, line by line, and has `availableBefore`. */
  checked: z.optional(z.string()),
})

export type ImportReport = z.output<typeof importReport>

const importQuery = z.strictObject({ dry: z._default(z.enum(['true', 'false']), 'false') })

/** Items as a file for spreadsheets, and back. */
export const itemFiles = {
  export: endpoint({
    method: 'GET',
    path: '/items.csv',
    who: 'admin',
    freshProof: 'with_factor',
    summary: 'All items but the removed ones as a file, newest first',
    answers: 'text/csv',
  }),
  import: endpoint({
    method: 'POST',
    path: '/items.csv',
    who: 'admin',
    summary:
      'Add the items of a file and change those with an _id, all of them or none; dry only tells what would be done',
    query: importQuery,
    takes: 'text/csv',
    answer: importReport,
    reportsProgress: true,
    idempotent: true,
  }),
}
