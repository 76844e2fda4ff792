import type { Deps } from '../deps.ts'
import { sweep } from './sweep.ts'

/** The provider repeats its news for days, not months; and an old one that came again would change nothing. */
const keptMs = 60 * 86_400_000

/** Forgets which news have come, once they are too old to come again. Answers how many. */
export const sweepCardEvents = (deps: Deps): Promise<number> =>
  sweep(deps, 'card_events', deps.now() - keptMs)
