import type { Deps } from '../deps.ts'
import { sweep } from './sweep.ts'

/** Forgets which news have come, once they are too old to come again. Answers how many. */
export const sweepCardEvents = (deps: Deps): Promise<number> =>
  sweep(deps, 'card_events', deps.now() - deps.config.keptMs.cardEvents)
