import type { Caller } from '#domain/access.ts'
import { mayHappen, stateOf } from '#domain/booking.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import * as bookings from '../../store/bookings.ts'
import * as items from '../../store/items.ts'

/** Removes an unpaid order of the caller; stock that it still held comes back, once. */
export async function removeBooking({ db, now }: Deps, { userId }: Caller, id: string): Promise<void> {
  await db.write(async tx => {
    const freed = await bookings.removeUnpaid(tx, id, userId, now())
    if (freed) {
      if (freed.released_at === null) await items.giveBack(tx, freed.item_id, freed.quantity)
      return
    }
    const booking = await bookings.findOwned(tx, id, userId)
    if (!booking) throw new Refusal('not_found', 'There is no such order.')
    const state = stateOf({
      paidAt: booking.paid_at,
      removedAt: booking.removed_at,
      releasedAt: booking.released_at,
    })
    if (!mayHappen('remove', state))
      throw new Refusal('already_paid', 'This order is paid and can no longer be removed.')
  })
}
