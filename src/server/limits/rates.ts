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
 * Counts an attempt against each limit before it is made, so that concurrent attempts cannot exceed the limit. The narrowest
 * limit comes first. A refused attempt writes nothing: a used-up limit is only read, and if it is used up in the meantime,
 * the transaction is rolled back.
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

/** Refuses if one of these limits is used up. */
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

/** Refusals that the shop causes do not count as attempts. */
const isShopsFault = ({ code }: Refusal): boolean =>
  code === 'overloaded' || code === 'unavailable' || code === 'provider_failed'

/** Counts like checkRate, then does the work. Failures that the shop causes are not counted. */
export async function withRate<T>(deps: Deps, limits: Limits, work: () => Promise<T>): Promise<T> {
  await checkRate(deps, limits)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && isShopsFault(error))
      await deps.db.write(tx => rateCounters.giveBackAll(tx, limits))
    throw error
  }
}

/** A limit per account and, because accounts are free, a higher one per IP address. */
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
 * Does the work of a change. If it is refused, counts it separately: a refusal costs as much as a success, but rolls back the
 * count in its transaction.
 */
export async function countRefusals<T>(
  deps: Deps,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const limits = perAccountAndAddress(deps, request, 'refused changes', orderRate)
  await refuseSpent(deps, limits, 'Too many of your changes were refused.')
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && !isShopsFault(error)) await countAll(deps, limits)
    throw error
  }
}

/**
 * Refuses visitors with too many aborted uploads, and counts this one if it is aborted before its body is complete: until
 * then it uses one of the few upload slots. The limit allows for a few lost connections.
 */
export async function limitAborted(deps: Deps, request: FastifyRequest): Promise<void> {
  const rate = { most: 10, withinMs: quarter }
  const limits = perAccountAndAddress(deps, request, 'aborted uploads', rate)
  await refuseSpent(deps, limits, 'Too many uploads were interrupted.')
  const countAborted = () => {
    if (request.raw.complete !== false) return
    countAll(deps, limits).catch((error: unknown) =>
      requestLog(request).error({ err: error }, 'an upload could not be counted'),
    )
  }
  // The client may have disconnected while the limits were read.
  if (request.raw.closed) countAborted()
  else request.raw.once('close', countAborted)
}

/** Refuses visitors who try out codes of vouchers. One that is known does not count. */
export async function limitGuesses(deps: Deps, request: FastifyRequest, isKnown: boolean): Promise<void> {
  const limits = perAccountAndAddress(deps, request, 'unknown vouchers', {
    most: 30,
    withinMs: 60 * 60_000,
  })
  const what = 'Too many unknown voucher codes were entered.'
  await (isKnown ? refuseSpent(deps, limits, what) : checkRate(deps, limits, what))
}

/** The limit on password checks of signed-in users. Correct passwords count, too, because each costs a hash. */
export const passwordChecks = ({ address, times }: Visitor): rateCounters.Limit => ({
  name: `passwords checked from ${address}`,
  most: 300 * times,
  withinMs: quarter,
})

/** Counts a write in its own transaction, without a separate commit. `what` completes the refusal: 'changes to a profile'. */
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
