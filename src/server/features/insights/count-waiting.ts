import type { WaitingCounts } from '#contract/insights.ts'
import { dayMs } from '#domain/day.ts'
import { mostCounted } from '#domain/order.ts'
import type { Deps } from '../../deps.ts'
import { countToSend } from '../../store/order-states.ts'
import * as reviews from '../../store/reviews.ts'

/** How long a review counts as new, unless it is answered or hidden. */
const newForMs = 7 * dayMs

/** Counts what may need an admin's attention. */
export async function countWaiting({ db, now }: Deps): Promise<WaitingCounts> {
  const [toSend, newReviews] = await Promise.all([
    countToSend(db.read, mostCounted),
    reviews.countOpen(db.read, now() - newForMs, mostCounted),
  ])
  return { toSend, newReviews }
}
