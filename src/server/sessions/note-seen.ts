import type { Deps } from '../deps.ts'
import type { Holder } from '../store/sessions.ts'
import * as users from '../store/users.ts'

/** So exactly is it known when somebody was last here. Whoever comes again within that time makes nobody write. */
export const seenMs = 15 * 60_000

export type NoteSeen = (holder: Holder) => void

/**
 * Notes that somebody is here. The request neither waits for it nor fails with it: when it cannot be written now, the
 * next request tries again.
 */
export function seenNoter({ db, now }: Deps): NoteSeen {
  const underWay = new Set<string>()
  return ({ caller: { userId }, lastSeenAt }) => {
    if (now() - (lastSeenAt ?? 0) < seenMs || underWay.has(userId)) return
    underWay.add(userId)
    db.write(tx => users.setSeen(tx, userId, now()))
      .catch(() => undefined)
      .finally(() => underWay.delete(userId))
  }
}
