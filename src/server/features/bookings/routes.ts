import { bookings as contract } from '#contract/bookings.ts'
import type { Caller } from '#domain/access.ts'
import { orderRate } from '#domain/booking.ts'
import { sameEmail } from '#domain/email.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { KeptAnswers, keptJson, sendKept } from '../../http/kept.ts'
import { pageOf, withOneMore } from '../../http/lists.ts'
import { checkRate } from '../../http/rates.ts'
import type { Serve } from '../../http/serve.ts'
import * as bookings from '../../store/bookings.ts'
import * as users from '../../store/users.ts'
import { placeBooking } from './place-booking.ts'

type RemoveOrder = (userId: string, bookingId: string) => Promise<void>

export function bookingRoutes(serve: Serve, deps: Deps, removeOrder: RemoveOrder): void {
  serve(contract.place, ({ caller, body, idempotencyKey }) =>
    placeBooking(deps, caller, body, idempotencyKey),
  )

  const { db } = deps
  const kept = new KeptAnswers(() => db.versions.of(['bookings']), { most: 200, bytes: 4 * 2 ** 20 })

  serve(contract.mine, async ({ caller, params, query, request, reply }) => {
    const userId = sameEmail(params.email, caller.email) ? caller.userId : await userIdOf(deps, params.email)
    const path = `/myBooking/${encodeURIComponent(params.email)}`
    const read = async () => pageOf(path, query, await bookings.list(db.read, withOneMore(query), userId))
    // What is somebody's own is never out of date, so it is kept only where every change is known at once.
    if (!db.versions.isExact) {
      const { rows, headers } = await read()
      reply.headers(headers)
      return rows
    }
    const name = `${userId} ${path} ${query.limit} ${query.after ?? ''}`
    const own = await kept.get(name, async () => {
      const { rows, headers } = await read()
      return keptJson(rows, { ...headers, 'cache-control': 'no-store' })
    })
    return sendKept(request, reply, own)
  })

  serve(contract.all, async ({ query, reply }) => {
    const found = await bookings.list(deps.db.read, withOneMore(query))
    const { rows, headers } = pageOf('/booking', query, found)
    reply.headers(headers)
    return rows
  })

  serve(contract.one, async ({ caller, params }) =>
    bookings.toBooking(await ownBooking(deps, caller, params.id)),
  )

  serve(contract.remove, async ({ caller: { userId }, params }) => {
    const limit = { name: `orders removed by ${userId}`, ...orderRate }
    await checkRate(deps, [limit], 'You have removed a lot of orders in a short time.')
    await removeOrder(userId, params.id)
  })
}

async function userIdOf({ db }: Deps, email: string): Promise<string> {
  const user = await users.findByEmail(db.read, email)
  if (!user) throw new Refusal('not_found', 'There is no user with this e-mail.')
  return user.id
}

async function ownBooking({ db }: Deps, { userId }: Caller, id: string) {
  const booking = await bookings.findOwned(db.read, id, userId)
  if (!booking) throw new Refusal('not_found', 'There is no such order.')
  return booking
}
