import { Refusal } from '#domain/refusal.ts'
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

/** A refusal that says when to come back. */
export function tooMany(what: string, opensAt: number, now: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil((opensAt - now) / 1000))
  const minutes = Math.ceil(retryAfter / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new Refusal('too_many_attempts', `${what} Please try again in ${wait}.`, { retryAfter })
}
