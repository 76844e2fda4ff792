import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { optionalDetails, photoUrl } from './item-details.ts'
import { itemFields, newItem } from './items.ts'
import { freeStock, id } from './shapes.ts'

/** The columns that describe an item. */
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
  'family',
  'tax',
] as const

/** Columns that a file of new items can omit. */
export const optionalColumns: readonly string[] = ['_id', 'hidden', ...Object.keys(optionalDetails.shape)]

/**
 * The columns of a file. The last one is the free stock when the file was exported. The import changes the stock by the
 * difference, so that it does not undo sales and returns that happen in between.
 */
export const fileColumns = [...itemColumns, 'availableBefore'] as const

export type ItemColumn = (typeof fileColumns)[number]

const hidden = z.boolean('Write true or false.')

/** A line without an _id adds an item. */
export const addedLine = z.safeExtend(newItem, { hidden: z._default(hidden, false) })

export type AddedLine = z.output<typeof addedLine>

/** A line with an _id changes that item. Fields without a column stay unchanged. */
export const changedLine = z.extend(z.partial(itemFields), {
  ...optionalDetails.shape,
  _id: id,
  availableQuantity: z.optional(freeStock),
  availableBefore: z.optional(freeStock),
  photoUrl: z.optional(photoUrl),
  hidden: z.optional(hidden),
})

export type ChangedLine = z.output<typeof changedLine>

/** Why a line cannot be imported. Lines are numbered as in spreadsheets: line 1 is the header. */
export const lineFault = z.strictObject({ line: z.int(), message: z.string() })

export type LineFault = z.output<typeof lineFault>

const cell = z.union([z.string(), z.number(), z.boolean()])

/** The effect of a line; long values are truncated. */
const plannedLine = z.strictObject({
  line: z.int(),
  name: z.string(),
  /** `from` is null for a new item. */
  changes: z.array(z.strictObject({ column: z.enum(itemColumns), from: z.nullable(cell), to: cell })),
  isNew: z.boolean(),
})

export type PlannedLine = z.output<typeof plannedLine>

const importReport = z.strictObject({
  added: z.int(),
  changed: z.int(),
  faults: z.array(lineFault),
  /** In a dry run: the lines that would change something. */
  lines: z.optional(z.array(plannedLine)),
  /** In a dry run: the same file with `availableBefore` filled in, ready to import. */
  checked: z.optional(z.string()),
})

export type ImportReport = z.output<typeof importReport>

const importQuery = z.strictObject({ dry: z._default(z.enum(['true', 'false']), 'false') })

/** Export and import of items as CSV. */
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
      'Add the items of a file and change those with an _id, all of them or none; with dry=true it only reports what would change',
    query: importQuery,
    takes: 'text/csv',
    answer: importReport,
    reportsProgress: true,
    idempotent: true,
  }),
}
