import type { Deps } from '../deps.ts'
import { sweep } from './sweep.ts'

/** Long enough to answer a customer who asks for a letter; what a letter tells is in the orders and payments anyway. */
const keptMs = 90 * 86_400_000

/** Forgets letters that were sent long ago: they hold names and addresses. Answers how many. */
export const sweepOutbox = (deps: Deps): Promise<number> => sweep(deps, 'outbox', deps.now() - keptMs)
