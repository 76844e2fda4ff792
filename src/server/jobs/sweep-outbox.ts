import type { Deps } from '../deps.ts'
import { sweep } from './sweep.ts'

/** Forgets letters that were sent or given up long ago: they hold names and addresses. Answers how many. */
export async function sweepOutbox(deps: Deps): Promise<number> {
  const until = deps.now() - deps.config.keptMs.letters
  return (await sweep(deps, 'outbox', until)) + (await sweep(deps, 'given_up', until))
}
