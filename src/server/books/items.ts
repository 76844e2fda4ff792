import { sql } from 'kysely'
import { never } from './invariant.ts'

/** free + held + sold = ever stocked. */
const stock = never(
  sql<{ id: string; name: string; stocked: number; free: number; taken: number }>`
    select items.id, name, stocked_quantity as stocked, available_quantity as free, coalesce(sum(quantity), 0) as taken
    from items
    left join orders on item_id = items.id and orders.removed_at is null and released_at is null
    group by items.id, name, stocked_quantity, available_quantity
    having available_quantity + coalesce(sum(quantity), 0) <> stocked_quantity`,
  ({ id, name, free, taken, stocked }) =>
    `${name} (${id}): ${free} free + ${taken} held or sold, but ${stocked} stocked`,
)

/** The total ever stocked is the sum of the ledger. */
const ledger = never(
  sql<{ id: string; name: string; stocked: number; written: number }>`
    select items.id, name, stocked_quantity as stocked, coalesce(sum(change), 0) as written
    from items left join stock_changes on item_id = items.id
    group by items.id, name, stocked_quantity
    having coalesce(sum(change), 0) <> stocked_quantity`,
  ({ id, name, stocked, written }) =>
    `${name} (${id}): ${stocked} stocked, but the ledger adds up to ${written}`,
)

/** The review count and star sum of an item match its visible reviews. */
const reviews = never(
  sql<{ id: string; review_count: number; star_sum: number; shown: number; stars: number }>`
    select items.id, review_count, star_sum, count(reviews.id) as shown, coalesce(sum(star_rating), 0) as stars
    from items left join reviews on item_id = items.id and reviews.hidden_at is null
    group by items.id, review_count, star_sum
    having review_count <> count(reviews.id) or star_sum <> coalesce(sum(star_rating), 0)`,
  ({ id, review_count, star_sum, shown, stars }) =>
    `Item ${id} has ${shown} shown reviews with ${stars} stars, but records ${review_count} with ${star_sum} stars`,
)

export const itemInvariants = [stock, ledger, reviews]
