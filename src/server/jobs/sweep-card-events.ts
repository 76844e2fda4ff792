import type { Deps } from '../deps.ts'
import * as payments from '../store/payments.ts'

/** The provider repeats its news for days, not months; and an old one that came again would change nothing. */
const keptMs = 60 * 86_400_000

/** Forgets which news have come, once they are too old to come again. Answers how many. */
export const sweepCardEvents = ({ db, now }: Deps): Promise<number> =>
  db.write(tx => payments.forgetEvents(tx, now() - keptMs))
