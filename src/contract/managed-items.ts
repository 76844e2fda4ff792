import * as z from 'zod/mini'
import { maxQuantity } from '#domain/stock.ts'
import { endpoint } from './endpoint.ts'
import { itemDetails, itemNotes, optionalDetails, photoUrl } from './item-details.ts'
import { item, itemFields } from './items.ts'
import { count, id, idParams, pageQuery, searchText, stockLevel, storable, text } from './shapes.ts'

/** An item in the admins' list, which includes hidden and removed ones. */
const listedItem = z.extend(item, {
  hidden: z.boolean(),
  removed: z.boolean(),
  /** Increases whenever the item is edited, removed or restored, but not with orders or stock changes. */
  version: count(1),
})

export type ListedItem = z.output<typeof listedItem>

/** An item with its stock figures: free + held + sold = stocked. */
export const managedItem = z.extend(listedItem, {
  ...itemDetails.shape,
  /** All units ever added, minus those taken out. */
  stocked: z.int(),
  held: z.int(),
  /** Includes units that were refunded and restocked; those also count again in `stocked`. */
  sold: z.int(),
  /** The expected physical count: free, held, and paid but neither sent nor restocked. */
  onShelf: z.int(),
})

export type ManagedItem = z.output<typeof managedItem>

/** The fields of an item that an admin edits, without the pictures. */
export const editedItem = z.extend(itemFields, itemNotes.shape)

/** The figures that an admin edits in the list. */
export const priceForm = z.pick(itemFields, { price: true })

export const levelForm = z.strictObject({ availableQuantity: count(0, 'Quantity is required') })

const itemChange = z.extend(z.partial(itemFields), {
  ...optionalDetails.shape,
  /** The version that the admin has seen, to detect concurrent edits. */
  version: count(1),
  photoUrl: z.optional(photoUrl),
  hidden: z.optional(z.boolean()),
})

export type ItemChange = z.output<typeof itemChange>

const reason = text(200, 'Reason is required')

export const stockForm = z.strictObject({ quantity: count(0, 'Quantity is required'), reason })

const wholeNumber = 'Enter a whole number.'

/** Either a difference or a physical count. */
export const stockChange = z
  .strictObject({
    change: z.optional(
      z.int(wholeNumber).check(
        z.minimum(-maxQuantity),
        z.maximum(maxQuantity),
        z.refine(change => change !== 0, 'Enter at least 1.'),
      ),
    ),
    counted: z.optional(stockLevel),
    reason,
  })
  .check(
    z.refine(({ change, counted }) => (change === undefined) !== (counted === undefined), {
      path: ['change'],
      message: 'Send either change or counted.',
    }),
  )

export type StockChange = z.output<typeof stockChange>

const stockEntry = z.strictObject({
  _id: id,
  at: z.iso.datetime(),
  change: z.int(),
  reason: z.string(),
  /** The admin's email; null for the shop itself. */
  by: z.nullable(z.string()),
})

export type StockEntry = z.output<typeof stockEntry>

const listQuery = z.extend(pageQuery, {
  /** 'true' lists only removed items. */
  removed: z._default(z.enum(['true', 'false']), 'false'),
  /** Parts of the name. */
  search: z.optional(searchText.check(z.refine(storable, 'Names cannot contain these characters.'))),
})

/** Items for admins; the public calls are in items.ts. */
export const managedItems = {
  list: endpoint({
    method: 'GET',
    path: '/item',
    who: 'admin',
    summary:
      'All items, hidden ones too, or the removed ones, or those of them that a search finds; newest first',
    query: listQuery,
    answer: z.array(listedItem),
  }),
  one: endpoint({
    method: 'GET',
    path: '/item/{id}',
    who: 'admin',
    summary: 'An item with its stock, also a hidden or removed one',
    params: idParams,
    answer: managedItem,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/item/{id}',
    who: 'admin',
    summary: 'Change an item; refused, with the current item, if the version is not the latest',
    params: idParams,
    body: itemChange,
    answer: managedItem,
  }),
  bringBack: endpoint({
    method: 'PUT',
    path: '/item/{id}/removed',
    who: 'admin',
    summary: 'Put a removed item back on sale',
    params: idParams,
    body: z.strictObject({ removed: z.literal(false) }),
    answer: managedItem,
  }),
  changeStock: endpoint({
    method: 'POST',
    path: '/item/{id}/stock',
    who: 'admin',
    summary: 'Add to the stock, take from it, or report a stock count',
    params: idParams,
    body: stockChange,
    answer: managedItem,
    idempotent: true,
  }),
  stock: endpoint({
    method: 'GET',
    path: '/item/{id}/stock',
    who: 'admin',
    summary: 'Every change of the stock of an item, newest first',
    params: idParams,
    query: pageQuery,
    answer: z.array(stockEntry),
  }),
}
