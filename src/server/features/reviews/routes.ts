import { reviews as contract } from '#contract/reviews.ts'
import { checkAccess } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { cachedJson, sendCached } from '../../cache/cached-response.ts'
import { ResponseCache } from '../../cache/response-cache.ts'
import type { Deps } from '../../deps.ts'
import { pageOf, withOneMore } from '../../http/paging.ts'
import type { Serve } from '../../http/serve.ts'
import { countRefusals } from '../../limits/rates.ts'
import type { FindSession } from '../../sessions/find-session.ts'
import * as audit from '../../store/audit.ts'
import * as reviews from '../../store/reviews.ts'
import { findReviews } from '../../store/search/reviews.ts'
import { writeReview } from './write-review.ts'

export function reviewRoutes(serve: Serve, deps: Deps, findSession: FindSession): void {
  const { db } = deps
  const lists = new ResponseCache(db, { bytes: 4 * 2 ** 20 })

  serve(contract.list, async ({ query, request, reply }) => {
    const { itemId, search, stars, unanswered } = query
    if (query.hidden || search !== undefined || stars !== undefined || unanswered) {
      // Never cached: cached responses are shared by all visitors.
      checkAccess('admin', (await findSession(request))?.caller)
      const filter = { itemId, search, stars, isUnanswered: unanswered === 'true' }
      const found = await findReviews(db.read, filter, withOneMore(query))
      const { rows, headers } = pageOf('/reviews', query, found)
      reply.headers({ ...headers, 'cache-control': 'no-store' })
      return rows
    }
    const name = `list ${query.limit} ${query.after ?? ''} ${itemId ?? ''}`
    const response = await lists.get(name, async () => {
      const found = await reviews.list(db.read, withOneMore(query), itemId)
      const { rows, headers } = pageOf('/reviews', query, found)
      return cachedJson(rows, headers)
    })
    return sendCached(request, reply, response)
  })

  serve(contract.write, ({ caller, body, request }) =>
    countRefusals(deps, request, () => writeReview(deps, caller, body)),
  )

  serve(contract.change, ({ caller, params, body }) =>
    db.write(async tx => {
      const changed = await reviews.change(tx, params.id, body, deps.now())
      if (!changed) throw new Refusal('not_found', 'There is no such review.')
      const detail = { review: params.id, hidden: changed.hidden, answered: changed.answer !== null }
      await audit.note(tx, caller, 'review_changed', detail, deps.now())
      return changed
    }),
  )
}
