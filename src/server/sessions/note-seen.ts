import type { Deps } from '../deps.ts'
import { type Holder, setUsed } from '../store/sessions.ts'
import * as users from '../store/users.ts'

/** The precision of a user's last visit. Further requests within this time write nothing. */
export const seenMs = 15 * 60_000

/** The precision of a session's last use. */
const usedMs = 60_000

/** Visits are collected for this long, up to this many, and written together. */
const batchMs = 1000
const maxBatch = 1000

type NoteSeen = (holder: Holder, tokenHash: string) => void

/**
 * Records a visit and its session. The request does not wait for it or fail with it: if the write fails, the next request
 * tries again.
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
    if (tokens.size === 0) setTimeout(write, batchMs).unref()
    tokens.add(tokenHash)
    if (!isSeen) people.add(userId)
    if (tokens.size === maxBatch) write()
  }
}
