import { mayHappen, noSuchOrder, stateOf } from '#domain/order.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as items from '../../store/items.ts'
import * as orders from '../../store/orders.ts'
import * as payments from '../../store/payments.ts'
import type { NewEvent } from '../../store/timeline.ts'
import * as timeline from '../../store/timeline.ts'
import { cancelPaymentOf } from '../payments/start/cancel-payment.ts'
import { explainOutage } from '../payments/start/provider-outage.ts'

const maxTries = 3

const notRemoved = (doesWhat: string): string =>
  `The order was not removed, because the card provider ${doesWhat} right now.`

/**
 * Removes an unpaid order and releases its stock. Its payment is canceled first, so that a card is never charged for a
 * removed order. A payment that starts in the meantime is canceled too.
 */
export async function removeOrder(
  deps: Deps,
  userId: string,
  id: string,
  by: NewEvent['who'],
): Promise<void> {
  const { cards } = deps
  for (let tries = 1; tries <= maxTries; tries++) {
    const own = await orders.findOwned(deps.db.read, id, userId)
    if (own && cards) await explainOutage(notRemoved, () => cancelPaymentOf(deps, cards, id))
    if (await deps.db.write(tx => remove(tx, id, userId, { at: deps.now(), who: by }))) {
      deps.metrics.orders.add('removed')
      return
    }
  }
  throw new Refusal('payment_pending', 'This order is being paid right now. Please wait a moment.')
}

/** Returns false if a payment is still live. */
async function remove(
  tx: Writing,
  id: string,
  userId: string,
  { at, who }: Pick<NewEvent, 'at' | 'who'>,
): Promise<boolean> {
  const order = await orders.lockOwned(tx, id, userId)
  if (!order) throw noSuchOrder()
  const state = stateOf(order)
  if (!mayHappen('remove', state))
    throw new Refusal('already_paid', 'This order is paid and can no longer be removed.')
  if (await payments.findLive(tx, id)) return false
  await orders.setRemoved(tx, id, at)
  await timeline.add(tx, id, { at, what: 'removed', who })
  if (state === 'held') await items.giveBack(tx, order.item_id, order.quantity)
  return true
}
