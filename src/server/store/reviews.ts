import type { Review, ReviewChange } from '#contract/reviews.ts'
import type { Page } from '#contract/shapes.ts'
import type { Reading, ReviewRow, Writing } from '../db/tables.ts'

export const toReview = (row: ReviewRow): Review => ({
  _id: row.id,
  name: row.name,
  comment: row.comment,
  starRating: row.star_rating,
  answer: row.answer,
  hidden: row.hidden_at !== null,
})

/** Newest first: what everybody may read, or the hidden ones too. */
export async function list(
  db: Reading,
  { limit, after }: Page,
  which: 'shown' | 'all' = 'shown',
): Promise<Review[]> {
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .$if(which === 'shown', query => query.where('hidden_at', 'is', null))
    .$if(after !== undefined, query => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReview)
}

export async function insert(tx: Writing, row: ReviewRow): Promise<void> {
  await tx.insertInto('reviews').values(row).execute()
}

/** The review as it is then; undefined when there is none. */
export async function change(
  tx: Writing,
  id: string,
  { hidden, answer }: ReviewChange,
  now: number,
): Promise<Review | undefined> {
  const row = await tx
    .updateTable('reviews')
    .set(({ fn, ref, val }) => ({
      ...(hidden !== undefined && { hidden_at: hidden ? fn.coalesce(ref('hidden_at'), val(now)) : null }),
      ...(answer !== undefined && { answer }),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toReview(row)
}
