import { sql } from 'kysely'
import type { Review, ReviewChange } from '#contract/reviews.ts'
import type { Page } from '#contract/shapes.ts'
import { locksRows } from '../db/engine/connection.ts'
import type { Reading, ReviewRow, Writing } from '../db/schema/tables.ts'
import { countUpTo } from './count-rows.ts'
import { idFrom } from './newest-first.ts'

export const toReview = (row: ReviewRow): Review => ({
  _id: row.id,
  name: row.name,
  comment: row.comment,
  starRating: row.star_rating,
  itemId: row.item_id,
  // Only buyers can review an item.
  verified: row.item_id !== null,
  createdAt: new Date(row.created_at).toISOString(),
  answer: row.answer,
  hidden: row.hidden_at !== null,
})

/** Reviews that are not hidden, of one item or of all; newest first. */
export async function list(db: Reading, { limit, after }: Page, itemId?: string): Promise<Review[]> {
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .where('hidden_at', 'is', null)
    .$if(itemId !== undefined, query => query.where('item_id', '=', itemId ?? ''))
    .$if(after !== undefined, query => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReview)
}

/** The number of reviews since this time that are neither answered nor hidden, counted up to `most`. */
export function countOpen(db: Reading, since: number, most: number): Promise<number> {
  const open = db
    .selectFrom('reviews')
    .where('id', '>=', idFrom(since))
    .where('hidden_at', 'is', null)
    .where('answer', 'is', null)
  return countUpTo(db, open, most)
}

export async function insert(tx: Writing, row: ReviewRow): Promise<void> {
  tx.catalogueChanged()
  await tx.insertInto('reviews').values(row).execute()
  await updateTotals(tx, undefined, row)
}

/** The user's existing review of an item. The caller has locked the user, so it cannot change. */
export function findOwn(tx: Writing, userId: string, itemId: string): Promise<ReviewRow | undefined> {
  return tx
    .selectFrom('reviews')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('user_id', '=', userId)
    .$if(locksRows(tx), query => query.forNoKeyUpdate())
    .executeTakeFirst()
}

/** A hidden review stays hidden. The shop's answer is deleted because it was to another text. */
export async function rewrite(
  tx: Writing,
  earlier: ReviewRow,
  words: Pick<ReviewRow, 'name' | 'comment' | 'star_rating'>,
): Promise<ReviewRow> {
  const row = { ...earlier, ...words, answer: null }
  tx.catalogueChanged()
  await tx
    .updateTable('reviews')
    .set({ ...words, answer: null })
    .where('id', '=', earlier.id)
    .execute()
  await updateTotals(tx, earlier, row)
  return row
}

/** Returns the changed review; undefined if there is none. */
export async function change(
  tx: Writing,
  id: string,
  { hidden, answer }: ReviewChange,
  now: number,
): Promise<Review | undefined> {
  const before = await tx
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', id)
    .$if(locksRows(tx), query => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!before) return undefined
  const row = {
    ...before,
    ...(hidden !== undefined && { hidden_at: hidden ? (before.hidden_at ?? now) : null }),
    ...(answer !== undefined && { answer }),
  }
  const { hidden_at, answer: answered } = row
  tx.catalogueChanged()
  await tx.updateTable('reviews').set({ hidden_at, answer: answered }).where('id', '=', id).execute()
  await updateTotals(tx, before, row)
  return toReview(row)
}

/** Removes all reviews of a user. */
export async function removeOf(tx: Writing, userId: string): Promise<void> {
  const rows = await tx.selectFrom('reviews').selectAll().where('user_id', '=', userId).execute()
  for (const row of rows) {
    tx.catalogueChanged()
    // The item's totals treat it like a hidden review.
    await updateTotals(tx, row, { ...row, hidden_at: row.created_at })
    await tx.deleteFrom('reviews').where('id', '=', row.id).execute()
  }
}

const totalsOf = (row: ReviewRow | undefined) =>
  row && row.hidden_at === null ? { count: 1, stars: row.star_rating } : { count: 0, stars: 0 }

/** Updates the item's review totals by the difference between two states of a review, so that concurrent changes add up. */
async function updateTotals(tx: Writing, before: ReviewRow | undefined, after: ReviewRow): Promise<void> {
  const [was, is] = [totalsOf(before), totalsOf(after)]
  if (after.item_id === null || (was.count === is.count && was.stars === is.stars)) return
  await tx
    .updateTable('items')
    .set(({ eb }) => ({
      review_count: eb('review_count', '+', is.count - was.count),
      star_sum: eb('star_sum', '+', is.stars - was.stars),
    }))
    .where('id', '=', after.item_id)
    .execute()
}

/** Recomputes the totals of all items, after many reviews were deleted. */
export async function recount(tx: Writing): Promise<void> {
  tx.catalogueChanged()
  await tx
    .updateTable('items')
    .set(({ selectFrom }) => {
      const shown = () =>
        selectFrom('reviews').whereRef('reviews.item_id', '=', 'items.id').where('hidden_at', 'is', null)
      return {
        review_count: shown().select(({ fn }) => fn.countAll<number>().as('count')),
        star_sum: shown().select(({ fn }) =>
          fn.coalesce(fn.sum<number>('star_rating'), sql.lit(0)).as('stars'),
        ),
      }
    })
    .execute()
}
