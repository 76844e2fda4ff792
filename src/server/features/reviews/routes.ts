import { reviews as contract } from '#contract/reviews.ts'
import type { Deps } from '../../deps.ts'
import { pageOf, withOneMore } from '../../http/lists.ts'
import type { Serve } from '../../http/serve.ts'
import { keptJson, sendKept } from '../../kept/kept-answer.ts'
import { KeptAnswers } from '../../kept/kept-answers.ts'
import * as reviews from '../../store/reviews.ts'
import { writeReview } from './write-review.ts'

export function reviewRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps
  const kept = new KeptAnswers(() => db.versions.of(['reviews']), { bytes: 2 * 2 ** 20 })

  serve(contract.list, async ({ query, request, reply }) => {
    const name = `list ${query.limit} ${query.after ?? ''}`
    const answer = await kept.get(name, async () => {
      const { rows, headers } = pageOf('/reviews', query, await reviews.list(db.read, withOneMore(query)))
      return keptJson(rows, headers)
    })
    return sendKept(request, reply, answer)
  })

  serve(contract.write, ({ caller, body }) => writeReview(deps, caller, body))
}
