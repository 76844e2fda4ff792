import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import * as attempts from '../store/attempts.ts'

/** Counts an attempt against each limit before it is made, so that many at once cannot slip through together. */
export async function checkRate({ db, now }: Deps, limits: readonly attempts.Limit[]): Promise<void> {
  const at = now()
  const opensAt = await db.write(async tx => {
    let latest = 0
    for (const limit of limits) latest = Math.max(latest, (await attempts.count(tx, limit, at)) ?? 0)
    return latest
  })
  if (opensAt > 0) throw tooMany('Too many attempts.', opensAt, at)
}

/**
 * Counts a write against its limit in the transaction of that write: it costs no commit of its own. `what` says of
 * what there was too much: 'changes to a profile'.
 */
export async function boundWrite(
  tx: Writing,
  limit: attempts.Limit,
  now: number,
  what: string,
): Promise<void> {
  const opensAt = await attempts.count(tx, limit, now)
  if (opensAt === undefined) return
  const retryAfter = Math.max(1, Math.ceil((opensAt - now) / 1000))
  const detail = `That is a lot of ${what} for one hour. Please come back later.`
  throw new Refusal('too_many_requests', detail, { retryAfter })
}

/** A refusal that says when to come back. */
export function tooMany(what: string, opensAt: number, now: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil((opensAt - now) / 1000))
  const minutes = Math.ceil(retryAfter / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new Refusal('too_many_attempts', `${what} Please try again in ${wait}.`, { retryAfter })
}
