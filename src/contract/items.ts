import * as z from 'zod/mini'
import { formatPrice, majorOf, maxPrice, minPrice, tooManyDecimals, typedAmount } from '#domain/money.ts'
import { itemSorts, maxFamily } from '#domain/search.ts'
import { endpoint } from './endpoint.ts'
import { itemDetails, itemNotes, optionalDetails, photoUrl } from './item-details.ts'
import {
  amount,
  count,
  currency,
  id,
  idParams,
  money,
  pageQuery,
  paragraphs,
  quantity,
  searchText,
  stockLevel,
  text,
} from './shapes.ts'

export const item = z.strictObject({
  _id: id,
  name: text(120),
  description: paragraphs(4000),
  price: money,
  currency,
  photoUrl: text(2000),
  availableQuantity: stockLevel,
  mustQuantity: quantity,
  /** The average rating, rounded to one decimal; null without reviews. */
  stars: z.nullable(z.number().check(z.minimum(1), z.maximum(5))),
  reviewCount: z.int().check(z.minimum(0)),
  /** The first of its further pictures; null without one. */
  secondPicture: z.nullable(z.string()),
})

export type Item = z.output<typeof item>

/** For the item's own page. */
const detailedItem = z.extend(item, itemDetails.shape)

export type DetailedItem = z.output<typeof detailedItem>

/** The fields that can be changed later. The messages are the spec's, verbatim; the limits are the shop's. */
export const itemFields = z.strictObject({
  name: text(120, 'Name is required'),
  description: paragraphs(4000, 'Description is required'),
  mustQuantity: count(1, 'Must quantity is required'),
  price: amount('Price is required').check(
    z.refine(price => price >= majorOf(minPrice()), {
      error: () => `The price must be at least ${formatPrice(minPrice())}.`,
    }),
    z.refine(price => price <= majorOf(maxPrice), {
      error: () => `The price must be at most ${formatPrice(maxPrice)}.`,
    }),
  ),
})

/** The required fields of a new item, without the picture. */
export const itemForm = z.extend(itemFields, { availableQuantity: count(0, 'Quantity is required') }).check(
  z.refine(({ mustQuantity, availableQuantity }) => mustQuantity <= availableQuantity, {
    path: ['mustQuantity'],
    message: 'The must quantity cannot be more than the quantity.',
  }),
)

/** The admin's form for a new item, without the pictures. */
export const newItemForm = z.safeExtend(itemForm, itemNotes.shape)

export const newItem = z.safeExtend(itemForm, { photoUrl, ...optionalDetails.shape })

export type NewItem = z.output<typeof newItem>

/** A price in a query string. */
const priceBound = z.pipe(
  z.string().check(z.refine(typed => !Number.isNaN(typedAmount(typed)), { error: tooManyDecimals })),
  z.transform(Number),
)

const itemQuery = z.extend(pageQuery, {
  /** An item matches if each word is a prefix of a word in its name or description. One typo is tolerated. */
  search: z.optional(searchText),
  /** Defaults to relevance, or without a search to newest. */
  sort: z.optional(z.enum(itemSorts)),
  /** Inclusive. */
  minPrice: z.optional(priceBound),
  maxPrice: z.optional(priceBound),
  /** Only items that can be ordered now. */
  inStock: z.optional(z.literal('true')),
  /** Only items of this family. */
  family: z.optional(text(maxFamily)),
})

export const items = {
  list: endpoint({
    method: 'GET',
    path: '/items',
    who: 'anyone',
    summary: 'The items on sale, newest first, or those that a search finds',
    query: itemQuery,
    answer: z.array(item),
  }),
  families: endpoint({
    method: 'GET',
    path: '/families',
    who: 'anyone',
    summary: 'The families of the items on sale, sorted by name',
    answer: z.array(z.string()),
  }),
  one: endpoint({
    method: 'GET',
    path: '/items/{id}',
    who: 'anyone',
    summary: 'One item on sale',
    params: idParams,
    answer: detailedItem,
  }),
  add: endpoint({
    method: 'POST',
    path: '/addItem',
    who: 'admin',
    summary: 'Put an item on sale',
    body: newItem,
    answer: detailedItem,
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/item/{id}',
    who: 'admin',
    summary: 'Take an item off sale; orders of it stay and can be paid',
    params: idParams,
    status: 204,
  }),
}
