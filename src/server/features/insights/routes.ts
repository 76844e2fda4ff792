import { insights as contract } from '#contract/insights.ts'
import type { Deps } from '../../deps.ts'
import type { Serve } from '../../http/serve.ts'
import { countWaiting } from './count-waiting.ts'
import { showInsights } from './show-insights.ts'

export function insightRoutes(serve: Serve, deps: Deps): void {
  serve(contract.show, ({ query }) => showInsights(deps, query.days))
  serve(contract.waiting, () => countWaiting(deps))
}
