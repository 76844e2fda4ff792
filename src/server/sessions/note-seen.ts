import type { Deps } from '../deps.ts'
import type { Holder } from '../store/sessions.ts'
import * as users from '../store/users.ts'

/** So exactly is it known when somebody was last here. Whoever comes again within that time makes nobody write. */
export const seenMs = 15 * 60_000

/** For so long, and up to so many, those who are here are gathered: one write is for all of them. */
const gatherMs = 1000
const mostGathered = 1000

export type NoteSeen = (holder: Holder) => void

/**
 * Notes that somebody is here. The request neither waits for it nor fails with it: when it cannot be written now, the
 * next request tries again.
 */
export function seenNoter({ db, now }: Deps): NoteSeen {
  let gathered = new Set<string>()

  function write(): void {
    const ids = [...gathered]
    gathered = new Set()
    if (ids.length > 0) db.write(tx => users.setSeen(tx, ids, now())).catch(() => undefined)
  }

  return ({ caller: { userId }, lastSeenAt }) => {
    if (now() - (lastSeenAt ?? 0) < seenMs) return
    if (gathered.size === 0) setTimeout(write, gatherMs).unref()
    gathered.add(userId)
    if (gathered.size === mostGathered) write()
  }
}
