import * as z from 'zod/mini'
import { orderFilters } from '#domain/order.ts'
import { maxSearchLength } from '#domain/search.ts'
import { day, id, pageQuery, storable } from './shapes.ts'

/** What finds orders in the list of all. */
export const orderFilter = z.strictObject({
  /** An order number or id, the start of an email or a customer's name, or words of an item's name. */
  search: z.optional(
    z
      .string()
      .check(
        z.maxLength(maxSearchLength, `Search with at most ${maxSearchLength} characters.`),
        z.refine(storable, 'This contains characters that cannot be searched for.'),
      ),
  ),
  /** Removed orders are found only by this state or by their id. Waiting orders are also held. */
  state: z.optional(z.enum(orderFilters)),
  /** Days in the shop's time zone, both inclusive. */
  from: z.optional(day),
  to: z.optional(day),
  item: z.optional(id),
})

export const orderQuery = z.extend(pageQuery, orderFilter.shape)

export type OrderQuery = z.output<typeof orderQuery>
