import { type AliasedExpression, sql } from 'kysely'
import type { Review } from '#contract/reviews.ts'
import type { Page } from '#contract/shapes.ts'
import type { Reading, ReviewRow } from '../../db/schema/tables.ts'
import { end } from '../newest-first.ts'
import { toReview } from '../reviews.ts'
import { findInSteps } from './in-steps.ts'
import { containsAll, partsOf } from './substring.ts'

/** Undefined means any. */
interface ReviewFilter {
  itemId?: string | undefined
  /** Parts of the item's name. */
  search?: string | undefined
  stars?: number | undefined
  isUnanswered: boolean
}

type FoundRow = ReviewRow & { item_name: string | null }

/** Reviews for admins, hidden ones too, newest first. Reads the newest ones step by step until the page is full. */
export async function findReviews(
  db: Reading,
  filter: ReviewFilter,
  { limit, after = end }: Page,
): Promise<Review[]> {
  const rows = await findInSteps<FoundRow, Pick<ReviewRow, 'id'>>(
    limit,
    async (last = { id: after }, count) => {
      const { itemId } = filter
      const reviews = db
        .selectFrom('reviews')
        .$if(itemId !== undefined, query => query.where('item_id', '=', itemId ?? ''))
        .where('id', '<', last.id)
        .orderBy('id', 'desc')
      return {
        found: await among(db, reviews.selectAll().limit(count).as('newest'), filter).execute(),
        last: await reviews
          .select('id')
          .offset(count - 1)
          .limit(1)
          .executeTakeFirst(),
      }
    },
  )
  return rows.map(row => ({ ...toReview(row), itemName: row.item_name }))
}

/** Those of the newest reviews that match, with the name of the item. */
function among(
  db: Reading,
  newest: AliasedExpression<ReviewRow, 'newest'>,
  { search = '', stars, isUnanswered }: ReviewFilter,
) {
  const parts = partsOf(search)
  return db
    .selectFrom(newest)
    .selectAll('newest')
    .select(({ selectFrom }) =>
      selectFrom('items').select('name').whereRef('items.id', '=', 'newest.item_id').as('item_name'),
    )
    .$if(stars !== undefined, query => query.where('star_rating', '=', stars ?? 0))
    .$if(isUnanswered, query => query.where('answer', 'is', null).where('hidden_at', 'is', null))
    .$if(parts.length > 0, query =>
      query.where(
        containsAll(db, sql`(select name from item_texts where item_texts.item_id = newest.item_id)`, parts),
      ),
    )
    .orderBy('id', 'desc')
}
