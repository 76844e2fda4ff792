import { mayHappen, noSuchOrder, stateOf } from '#domain/order.ts'
import { Refusal } from '#domain/refusal.ts'
import type { OrderRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as items from '../../store/items.ts'
import * as orders from '../../store/orders.ts'
import * as payments from '../../store/payments.ts'
import type { NewEvent } from '../../store/timeline.ts'
import * as timeline from '../../store/timeline.ts'
import { withoutPayment } from './without-payment.ts'

/** Removes an unpaid order and releases its stock. */
export async function removeOrder(
  deps: Deps,
  userId: string,
  id: string,
  by: NewEvent['who'],
): Promise<void> {
  await withoutPayment(deps, id, 'The order was not removed', tx =>
    remove(tx, id, userId, { at: deps.now(), who: by }),
  )
  deps.metrics.orders.add('removed')
}

/** Undefined if a payment is still live. */
async function remove(
  tx: Writing,
  id: string,
  userId: string,
  { at, who }: Pick<NewEvent, 'at' | 'who'>,
): Promise<OrderRow | undefined> {
  const order = await orders.lockOwned(tx, id, userId)
  if (!order) throw noSuchOrder()
  const state = stateOf(order)
  if (!mayHappen('remove', state))
    throw new Refusal('already_paid', 'This order is paid and can no longer be removed.')
  if (await payments.findLive(tx, id)) return undefined
  await orders.setRemoved(tx, id, at)
  await timeline.add(tx, id, { at, what: 'removed', who })
  if (state === 'held') await items.giveBack(tx, order.item_id, order.quantity)
  return order
}
