import type { FastifyRequest } from 'fastify'
import { orderRate } from '#domain/order.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { type Visitor, visitorOf } from '../http/address.ts'
import * as rateCounters from '../store/rate-counters.ts'

/**
 * Counts an attempt against each limit before it is made, so that many at once cannot slip through together. The
 * narrowest limit comes first. An attempt that is refused leaves nothing behind: where a limit is spent already it is
 * only read, and where it is spent meanwhile the transaction is undone.
 */
export async function checkRate(
  { db, now }: Deps,
  limits: readonly rateCounters.Limit[],
  what = 'Too many attempts.',
): Promise<void> {
  const at = now()
  const refuse = (opensAt: number | undefined) => {
    if (opensAt !== undefined) throw tooMany(what, opensAt, at)
  }
  for (const limit of limits) refuse(await rateCounters.spentUntil(db.read, limit, at))
  await db.write(async tx => {
    for (const limit of limits) refuse(await rateCounters.count(tx, limit, at))
  })
}

/**
 * Counts as checkRate does, and does the work. Where the shop itself is the reason that it fails, because it is overloaded
 * or cannot reach a partner, nothing was tried: it counts against nobody.
 */
export async function withRate<T>(
  deps: Deps,
  limits: readonly rateCounters.Limit[],
  work: () => Promise<T>,
): Promise<T> {
  await checkRate(deps, limits)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && ownFaults.has(error.code)) await giveBack(deps, limits)
    throw error
  }
}

/** What is refused costs the shop as much as what it does, so it has the same limit; accounts are free, hence the address. */
const refusalLimits = (userId: string | undefined, { address, times }: Visitor): rateCounters.Limit[] => [
  ...(userId ? [{ name: `refused changes of ${userId}`, ...orderRate }] : []),
  { name: `refused changes from ${address}`, most: 2 * orderRate.most * times, withinMs: orderRate.withinMs },
]

/**
 * Does the work of a change, and counts it when it is refused: whatever was counted in its transaction is undone with it.
 * Too many are refused from then on without asking the database to write. What succeeds costs one read more.
 */
export async function countRefusals<T>(
  { db, now, config }: Deps,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const limits = refusalLimits(request.session?.caller.userId, visitorOf(request, config))
  for (const limit of limits) {
    const opensAt = await rateCounters.spentUntil(db.read, limit, now())
    if (opensAt !== undefined) throw tooMany('The shop had to say no very often.', opensAt, now())
  }
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && !ownFaults.has(error.code))
      await db.write(async tx => {
        for (const limit of limits) await rateCounters.count(tx, limit, now())
      })
    throw error
  }
}

/** A body that never ends keeps a place that others wait for. Lines break, so that a few of them are nothing. */
const abortedUploads = (userId: string | undefined, { address, times }: Visitor): rateCounters.Limit[] => [
  ...(userId ? [{ name: `aborted uploads of ${userId}`, most: 10, withinMs: quarter }] : []),
  { name: `aborted uploads from ${address}`, most: 20 * times, withinMs: quarter },
]

/** Refuses who has broken off too many uploads; counts this one if it is broken off before its body is here. */
export async function limitAborted({ db, now, config }: Deps, request: FastifyRequest): Promise<void> {
  const limits = abortedUploads(request.session?.caller.userId, visitorOf(request, config))
  for (const limit of limits) {
    const opensAt = await rateCounters.spentUntil(db.read, limit, now())
    if (opensAt !== undefined) throw tooMany('Too many uploads were broken off.', opensAt, now())
  }
  const countAborted = () => {
    if (request.raw.complete !== false) return
    const counted = db.write(async tx => {
      for (const limit of limits) await rateCounters.count(tx, limit, now())
    })
    counted.catch((error: unknown) => request.log.error({ err: error }, 'an upload could not be counted'))
  }
  // Its sender may have gone while the limits were read.
  if (request.raw.closed) countAborted()
  else request.raw.once('close', countAborted)
}

const quarter = 15 * 60_000

/** For whoever is signed in and shows their password once more: each costs the shop a hash, so that good ones count, too. */
export const passwordChecks = ({ address, times }: Visitor): rateCounters.Limit => ({
  name: `passwords checked from ${address}`,
  most: 300 * times,
  withinMs: quarter,
})

const ownFaults: ReadonlySet<string> = new Set(['overloaded', 'unavailable', 'provider_failed'])

const giveBack = ({ db }: Deps, limits: readonly rateCounters.Limit[]): Promise<void> =>
  db.write(tx => rateCounters.forgiveAll(tx, limits))

/**
 * Counts a write against its limit in the transaction of that write: it costs no commit of its own. `what` says of
 * what there was too much: 'changes to a profile'.
 */
export async function limitWrite(
  tx: Writing,
  limit: rateCounters.Limit,
  now: number,
  what: string,
): Promise<void> {
  const opensAt = await rateCounters.count(tx, limit, now)
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

export function waitUntil(opensAt: number, now: number): { retryAfter: number; wait: string } {
  const retryAfter = Math.max(1, Math.ceil((opensAt - now) / 1000))
  const minutes = Math.ceil(retryAfter / 60)
  if (minutes > 120) return { retryAfter, wait: `${Math.ceil(minutes / 60)} hours` }
  return { retryAfter, wait: minutes === 1 ? 'a minute' : `${minutes} minutes` }
}
