import { bookings as contract } from '#contract/bookings.ts'
import type { Caller } from '#domain/access.ts'
import { orderRate } from '#domain/booking.ts'
import { sameEmail } from '#domain/email.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { pageOf, withOneMore } from '../../http/lists.ts'
import type { Serve } from '../../http/serve.ts'
import { checkRate } from '../../limits/rates.ts'
import * as bookings from '../../store/bookings.ts'
import * as users from '../../store/users.ts'
import { placeBooking } from './place-booking.ts'
import { removeBooking } from './remove-booking.ts'

export function bookingRoutes(serve: Serve, deps: Deps): void {
  serve(contract.place, ({ caller, body, idempotencyKey }) =>
    placeBooking(deps, caller, body, idempotencyKey),
  )

  serve(contract.mine, async ({ caller, params, query, reply }) => {
    const userId = sameEmail(params.email, caller.email) ? caller.userId : await userIdOf(deps, params.email)
    const found = await bookings.list(deps.db.read, withOneMore(query), userId)
    const { rows, headers } = pageOf(`/myBooking/${encodeURIComponent(params.email)}`, query, found)
    reply.headers(headers)
    return rows
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
    await removeBooking(deps, userId, params.id)
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
