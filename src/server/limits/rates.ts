import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import * as attempts from '../store/attempts.ts'

/**
 * Counts an attempt against each limit before it is made, so that many at once cannot slip through together. The
 * narrowest limit comes first. An attempt that is refused leaves nothing behind: where a limit is spent already it is
 * only read, and where it is spent meanwhile the transaction is undone.
 */
export async function checkRate(
  { db, now }: Deps,
  limits: readonly attempts.Limit[],
  what = 'Too many attempts.',
): Promise<void> {
  const at = now()
  const refuse = (opensAt: number | undefined) => {
    if (opensAt !== undefined) throw tooMany(what, opensAt, at)
  }
  for (const limit of limits) refuse(await attempts.spentUntil(db.read, limit, at))
  await db.write(async tx => {
    for (const limit of limits) refuse(await attempts.count(tx, limit, at))
  })
}

/**
 * Counts a write against its limit in the transaction of that write: it costs no commit of its own. `what` says of
 * what there was too much: 'changes to a profile'.
 */
export async function limitWrite(
  tx: Writing,
  limit: attempts.Limit,
  now: number,
  what: string,
): Promise<void> {
  const opensAt = await attempts.count(tx, limit, now)
  if (opensAt === undefined) return
  const { retryAfter, wait } = waitUntil(opensAt, now)
  const detail = `That is a lot of ${what} in a short time. Please come back in ${wait}.`
  throw new Refusal('too_many_requests', detail, { retryAfter })
}

/** A refusal that says when to come back. */
export function tooMany(what: string, opensAt: number, now: number): Refusal {
  const { retryAfter, wait } = waitUntil(opensAt, now)
  return new Refusal('too_many_attempts', `${what} Please try again in ${wait}.`, { retryAfter })
}

function waitUntil(opensAt: number, now: number): { retryAfter: number; wait: string } {
  const retryAfter = Math.max(1, Math.ceil((opensAt - now) / 1000))
  const minutes = Math.ceil(retryAfter / 60)
  if (minutes > 120) return { retryAfter, wait: `${Math.ceil(minutes / 60)} hours` }
  return { retryAfter, wait: minutes === 1 ? 'a minute' : `${minutes} minutes` }
}
