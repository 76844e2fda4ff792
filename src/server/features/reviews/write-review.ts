import { v7 as newId } from 'uuid'
import type { BodyOf } from '#contract/endpoint.ts'
import type { reviews as contract, Review } from '#contract/reviews.ts'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ReviewRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { limitWrite } from '../../limits/rates.ts'
import { hasEverBought } from '../../store/payment-contents.ts'
import * as reviews from '../../store/reviews.ts'
import * as users from '../../store/users.ts'

const mostPerHour = 10

export async function writeReview(
  { db, now }: Deps,
  { userId }: Caller,
  { itemId, name, comment, starRating }: BodyOf<typeof contract.write>,
): Promise<Review> {
  const row = {
    id: newId(),
    user_id: userId,
    name,
    comment,
    star_rating: starRating,
    created_at: now(),
    hidden_at: null,
    answer: null,
    item_id: itemId ?? null,
  }
  const written = await db.write(async tx => {
    await users.lockCaller(tx, userId)
    const limit = { name: `review ${userId}`, most: mostPerHour, withinMs: 3_600_000 }
    await limitWrite(tx, limit, row.created_at, 'reviews')
    return itemId === undefined ? add(tx, row) : writeOfItem(tx, row, userId, itemId)
  })
  return reviews.toReview(written)
}

async function add(tx: Writing, row: ReviewRow): Promise<ReviewRow> {
  await reviews.insert(tx, row)
  return row
}

/** Buyers can review an item once; a second review replaces the first. */
async function writeOfItem(tx: Writing, row: ReviewRow, userId: string, itemId: string): Promise<ReviewRow> {
  if (!(await hasEverBought(tx, userId, itemId)))
    throw new Refusal('not_bought', 'Only people who have bought and paid for an item can review it.')
  const earlier = await reviews.findOwn(tx, userId, itemId)
  if (!earlier) return add(tx, row)
  const { name, comment, star_rating } = row
  return reviews.rewrite(tx, earlier, { name, comment, star_rating })
}
