import { sql } from 'kysely'
import type { Review, ReviewChange } from '#contract/reviews.ts'
import type { Page } from '#contract/shapes.ts'
import { locksRows } from '../db/engine/connection.ts'
import type { Reading, ReviewRow, Writing } from '../db/schema/tables.ts'
import { idFrom } from './newest-first.ts'

export const toReview = (row: ReviewRow): Review => ({
  _id: row.id,
  name: row.name,
  comment: row.comment,
  starRating: row.star_rating,
  itemId: row.item_id,
  // Nobody else can write about an item.
  verified: row.item_id !== null,
  createdAt: new Date(row.created_at).toISOString(),
  answer: row.answer,
  hidden: row.hidden_at !== null,
})

interface Wanted {
  /** What everybody may read, or the hidden ones too. */
  which?: 'shown' | 'all'
  itemId?: string | undefined
}

/** Newest first. */
export async function list(
  db: Reading,
  { limit, after }: Page,
  { which = 'shown', itemId }: Wanted = {},
): Promise<Review[]> {
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .$if(which === 'shown', query => query.where('hidden_at', 'is', null))
    .$if(itemId !== undefined, query => query.where('item_id', '=', itemId ?? ''))
    .$if(after !== undefined, query => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReview)
}

/** How many there are since a moment that nobody has answered or hidden, counted up to `most`. */
export async function countOpen(db: Reading, since: number, most: number): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('reviews')
        .select('id')
        .where('id', '>=', idFrom(since))
        .where('hidden_at', 'is', null)
        .where('answer', 'is', null)
        .limit(most)
        .as('open'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insert(tx: Writing, row: ReviewRow): Promise<void> {
  tx.catalogueChanged()
  await tx.insertInto('reviews').values(row).execute()
  await keepFigures(tx, undefined, row)
}

/** What somebody has written about an item before. Whoever asks has locked the writer: it stays true. */
export function findOwn(tx: Writing, userId: string, itemId: string): Promise<ReviewRow | undefined> {
  return tx
    .selectFrom('reviews')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('user_id', '=', userId)
    .$if(locksRows(tx), query => query.forNoKeyUpdate())
    .executeTakeFirst()
}

/** A hidden one stays hidden. An answer was to other words: it goes. */
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
  await keepFigures(tx, earlier, row)
  return row
}

/** The review as it is then; undefined when there is none. */
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
  await keepFigures(tx, before, row)
  return toReview(row)
}

/** Removes all that somebody has written. */
export async function removeOf(tx: Writing, userId: string): Promise<void> {
  const rows = await tx.selectFrom('reviews').selectAll().where('user_id', '=', userId).execute()
  for (const row of rows) {
    tx.catalogueChanged()
    // For its item it is as if nobody saw it any more.
    await keepFigures(tx, row, { ...row, hidden_at: row.created_at })
    await tx.deleteFrom('reviews').where('id', '=', row.id).execute()
  }
}

const figuresOf = (row: ReviewRow | undefined) =>
  row && row.hidden_at === null ? { count: 1, stars: row.star_rating } : { count: 0, stars: 0 }

/** Brings what the item keeps of its reviews from one state of a review to the next: by the difference, so that two at once add up. */
async function keepFigures(tx: Writing, before: ReviewRow | undefined, after: ReviewRow): Promise<void> {
  const [was, is] = [figuresOf(before), figuresOf(after)]
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

/** Counts them anew for all items: after many reviews went at once. */
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
