import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import * as orders from '../../store/orders.ts'
import * as unpaidOrders from '../../store/unpaid-orders.ts'
import * as unsentOrders from '../../store/unsent-orders.ts'
import * as users from '../../store/users.ts'

/**
 * Refuses to erase a user with paid, unsent orders: they could not be shipped without a name and address, and the shop would
 * keep the money. The lock also prevents new payments until the transaction ends.
 */
export async function checkUnsent(tx: Writing, userId: string): Promise<void> {
  await users.lock(tx, userId)
  await orders.lockAll(tx, await unpaidOrders.listIds(tx, userId))
  const unsent = await unsentOrders.list(tx, userId)
  if (unsent.length > 0) throw ordersUnsent(unsent.map(({ number }) => number))
}

/** The maximum number of orders that the message names. */
const most = 5

function ordersUnsent(numbers: readonly string[]): Refusal {
  const more = numbers.length > most ? ` and ${numbers.length - most} more` : ''
  const [are, they, them] = numbers.length === 1 ? ['is', 'it', 'it'] : ['are', 'they', 'them']
  return new Refusal(
    'orders_unsent',
    `${numbers.slice(0, most).join(', ')}${more} ${are} paid and not sent yet: without your address the shop could not send ${them}. Wait until ${they} ${are} sent, or reply to the receipt and ask for a refund. Then erase your account.`,
    { facts: { orders: numbers } },
  )
}
