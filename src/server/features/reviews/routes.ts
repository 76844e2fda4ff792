import { reviews as contract } from '#contract/reviews.ts'
import { AnswerCache } from '../../cache/answer-cache.ts'
import { cachedJson, sendCached } from '../../cache/cached-answer.ts'
import type { Deps } from '../../deps.ts'
import { pageOf, withOneMore } from '../../http/paging.ts'
import type { Serve } from '../../http/serve.ts'
import * as reviews from '../../store/reviews.ts'
import { writeReview } from './write-review.ts'

export function reviewRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps
  const kept = new AnswerCache(() => db.versions.of(['reviews']), { bytes: 2 * 2 ** 20 })

  serve(contract.list, async ({ query, request, reply }) => {
    const name = `list ${query.limit} ${query.after ?? ''}`
    const answer = await kept.get(name, async () => {
      const { rows, headers } = pageOf('/reviews', query, await reviews.list(db.read, withOneMore(query)))
      return cachedJson(rows, headers)
    })
    return sendCached(request, reply, answer)
  })

  serve(contract.write, ({ caller, body }) => writeReview(deps, caller, body))
}
