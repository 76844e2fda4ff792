import { sql } from 'kysely'
import type { Reading } from '../db/schema/tables.ts'

/** What an item keeps of its reviews is what those that everybody sees come to. */
export async function reviewFaults(db: Reading): Promise<string[]> {
  const { rows } = await sql<{
    id: string
    review_count: number
    star_sum: number
    shown: number
    stars: number
  }>`select items.id, review_count, star_sum, count(reviews.id) as shown, coalesce(sum(star_rating), 0) as stars
    from items left join reviews on reviews.item_id = items.id and reviews.hidden_at is null
    group by items.id, review_count, star_sum
    having review_count <> count(reviews.id) or star_sum <> coalesce(sum(star_rating), 0)`.execute(db)
  return rows.map(
    ({ id, review_count, star_sum, shown, stars }) =>
      `Item ${id} has ${shown} shown reviews with ${stars} stars, but keeps ${review_count} with ${star_sum}`,
  )
}
