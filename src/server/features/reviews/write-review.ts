import { randomUUIDv7 } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { reviews as contract, Review } from '#contract/reviews.ts'
import type { Caller } from '#domain/access.ts'
import type { Deps } from '../../deps.ts'
import { limitWrite } from '../../limits/rates.ts'
import * as reviews from '../../store/reviews.ts'

const mostPerHour = 10

export async function writeReview(
  { db, now }: Deps,
  { userId }: Caller,
  words: BodyOf<typeof contract.write>,
): Promise<Review> {
  const row = {
    id: randomUUIDv7(),
    user_id: userId,
    name: words.name,
    comment: words.comment,
    star_rating: words.starRating,
    created_at: now(),
    hidden_at: null,
    answer: null,
  }
  await db.write(async tx => {
    const limit = { name: `review ${userId}`, most: mostPerHour, withinMs: 3_600_000 }
    await limitWrite(tx, limit, row.created_at, 'reviews')
    await reviews.insert(tx, row)
  })
  return reviews.toReview(row)
}
