import type { Review } from '#contract/reviews.ts'
import type { Page } from '#contract/shapes.ts'
import type { Reading, ReviewRow, Writing } from '../db/tables.ts'

export const toReview = (row: ReviewRow): Review => ({
  _id: row.id,
  name: row.name,
  comment: row.comment,
  starRating: row.star_rating,
})

export async function list(db: Reading, { limit, after }: Page): Promise<Review[]> {
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .$if(after !== undefined, query => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReview)
}

export async function insert(tx: Writing, row: ReviewRow): Promise<void> {
  await tx.insertInto('reviews').values(row).execute()
}
