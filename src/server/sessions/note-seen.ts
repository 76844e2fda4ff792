import type { Deps } from '../deps.ts'
import { type Holder, setUsed } from '../store/sessions.ts'
import * as users from '../store/users.ts'

/** So exactly is it known when somebody was last here. Whoever comes again within that time makes nobody write. */
export const seenMs = 15 * 60_000

/** So exactly is it known when a session was last used. */
const usedMs = 60_000

/** For so long, and up to so many, those who are here are gathered: one write is for all of them. */
const gatherMs = 1000
const mostGathered = 1000

type NoteSeen = (holder: Holder, tokenHash: string) => void

/**
 * Notes that somebody is here, and with which session. The request neither waits for it nor fails with it: when it
 * cannot be written now, the next request tries again.
 */
export function seenNoter({ db, now, config }: Deps): NoteSeen {
  let people = new Set<string>()
  let tokens = new Set<string>()
  const limits = { sinceMs: usedMs, idleMs: config.sessionIdleMs, lifeMs: config.sessionMs }

  function write(): void {
    const [seen, used] = [[...people], [...tokens]]
    people = new Set()
    tokens = new Set()
    if (used.length === 0) return
    db.write(async tx => {
      if (seen.length > 0) await users.setSeen(tx, seen, now())
      await setUsed(tx, used, { now: now(), ...limits })
    }).catch(() => undefined)
  }

  return ({ caller: { userId }, lastSeenAt, lastUsedAt }, tokenHash) => {
    const isSeen = now() - (lastSeenAt ?? 0) < seenMs
    if (isSeen && now() - lastUsedAt < usedMs) return
    if (tokens.size === 0) setTimeout(write, gatherMs).unref()
    tokens.add(tokenHash)
    if (!isSeen) people.add(userId)
    if (tokens.size === mostGathered) write()
  }
}
