import type { Deps } from '../deps.ts'
import * as outbox from '../store/outbox.ts'

/** Long enough to answer a customer who asks for a letter; what a letter tells is in the orders and payments anyway. */
const keptMs = 90 * 86_400_000

/** Forgets letters that were sent long ago: they hold names and addresses. Answers how many. */
export const sweepOutbox = ({ db, now }: Deps): Promise<number> =>
  db.write(tx => outbox.forgetSent(tx, now() - keptMs))
