import type { FastifyRequest } from 'fastify'
import { orderRate } from '#domain/order.ts'
import { Refusal, tooManyRequests } from '#domain/refusal.ts'
import type { Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { type Visitor, visitorOf } from '../http/address.ts'
import { requestLog } from '../http/log.ts'
import * as rateCounters from '../store/rate-counters.ts'

type Limits = readonly rateCounters.Limit[]

const quarter = 15 * 60_000

/**
 * Counts an attempt against each limit before it is made, so that many at once cannot slip through together. The
 * narrowest limit comes first. A refused attempt writes nothing: where a limit is spent already it is only read, and where
 * it is spent meanwhile the transaction is undone.
 */
export async function checkRate(deps: Deps, limits: Limits, what = 'Too many attempts.'): Promise<void> {
  await refuseSpent(deps, limits, what)
  const now = deps.now()
  await deps.db.write(async tx => {
    for (const limit of limits) {
      const opensAt = await rateCounters.count(tx, limit, now)
      if (opensAt !== undefined) throw tooMany(what, opensAt, now)
    }
  })
}

/** Refuses whoever has nothing left of one of these limits. */
export async function refuseSpent({ db, now }: Deps, limits: Limits, what: string): Promise<void> {
  for (const limit of limits) {
    const opensAt = await rateCounters.spentUntil(db.read, limit, now())
    if (opensAt !== undefined) throw tooMany(what, opensAt, now())
  }
}

const countAll = ({ db, now }: Deps, limits: Limits): Promise<void> =>
  db.write(async tx => {
    for (const limit of limits) await rateCounters.count(tx, limit, now())
  })

/** Refusals whose reason is the shop itself: they count against nobody. */
const isOwnFault = ({ code }: Refusal): boolean =>
  code === 'overloaded' || code === 'unavailable' || code === 'provider_failed'

/** Counts as checkRate does, and does the work. What fails because of the shop itself is not counted. */
export async function withRate<T>(deps: Deps, limits: Limits, work: () => Promise<T>): Promise<T> {
  await checkRate(deps, limits)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && isOwnFault(error))
      await deps.db.write(tx => rateCounters.forgiveAll(tx, limits))
    throw error
  }
}

/** A limit for the caller's account and, because accounts are free, a higher one for the address. */
function perAccountAndAddress(
  { config }: Deps,
  request: FastifyRequest,
  what: string,
  { most, withinMs }: Pick<rateCounters.Limit, 'most' | 'withinMs'>,
): rateCounters.Limit[] {
  const userId = request.session?.caller.userId
  const { address, times } = visitorOf(request, config)
  return [
    ...(userId ? [{ name: `${what} of ${userId}`, most, withinMs }] : []),
    { name: `${what} from ${address}`, most: 2 * most * times, withinMs },
  ]
}

/**
 * Does the work of a change, and counts it when it is refused, because a refusal costs the shop as much as a success and
 * undoes what was counted in its transaction.
 */
export async function countRefusals<T>(
  deps: Deps,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const limits = perAccountAndAddress(deps, request, 'refused changes', orderRate)
  await refuseSpent(deps, limits, 'The shop had to say no very often.')
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && !isOwnFault(error)) await countAll(deps, limits)
    throw error
  }
}

/**
 * Refuses who has broken off too many uploads, and counts this one if it is broken off before its body is here: until then
 * it takes up one of the few uploads at once. Lines break, so that a few of them are nothing.
 */
export async function limitAborted(deps: Deps, request: FastifyRequest): Promise<void> {
  const rate = { most: 10, withinMs: quarter }
  const limits = perAccountAndAddress(deps, request, 'aborted uploads', rate)
  await refuseSpent(deps, limits, 'Too many uploads were broken off.')
  const countAborted = () => {
    if (request.raw.complete !== false) return
    countAll(deps, limits).catch((error: unknown) =>
      requestLog(request).error({ err: error }, 'an upload could not be counted'),
    )
  }
  // Its sender may have gone while the limits were read.
  if (request.raw.closed) countAborted()
  else request.raw.once('close', countAborted)
}

/** For whoever is signed in and shows their password once more: each costs the shop a hash, so that good ones count, too. */
export const passwordChecks = ({ address, times }: Visitor): rateCounters.Limit => ({
  name: `passwords checked from ${address}`,
  most: 300 * times,
  withinMs: quarter,
})

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
  throw tooManyRequests(`That is a lot of ${what} in a short time. Please come back in ${wait}.`, retryAfter)
}

function tooMany(what: string, opensAt: number, now: number): Refusal {
  const { retryAfter, wait } = waitUntil(opensAt, now)
  return tooManyRequests(`${what} Please try again in ${wait}.`, retryAfter)
}

export function waitUntil(opensAt: number, now: number): { retryAfter: number; wait: string } {
  const retryAfter = Math.max(1, Math.ceil((opensAt - now) / 1000))
  const minutes = Math.ceil(retryAfter / 60)
  if (minutes > 120) return { retryAfter, wait: `${Math.ceil(minutes / 60)} hours` }
  return { retryAfter, wait: minutes === 1 ? 'a minute' : `${minutes} minutes` }
}
