import assert from 'node:assert/strict'
import type { AttentionEntry } from '#contract/attention.ts'
import type { Insights } from '#contract/insights.ts'
import type { OrderEvent } from '#contract/orders.ts'
import type { Customer } from './customers.ts'
import { read } from './paying.ts'
import { eventually, type PayingShop } from './paying-shop.ts'
import { byHand } from './refunding.ts'

/** The buyer goes to the bank; answers the provider's id of it, once the order knows. */
export async function dispute(
  shop: PayingShop,
  { ann, id, intent }: { ann: Customer; id: string; intent: string },
  act = 'dispute',
): Promise<string> {
  await byHand(shop, intent, act)
  await eventually(async () => (await read(ann, id)).disputedAt !== null, 'the dispute')
  const { data } = (await shop.provider(`disputes?payment_intent=${intent}`)) as { data: { id: string }[] }
  return data[0]?.id ?? assert.fail('The provider has no dispute')
}

/** What the timeline tells of it: what, and how much. */
export const disputeLines = async (who: Customer, id: string) =>
  (await who.call('GET', `/api/booking/${id}/timeline`))
    .json<OrderEvent[]>()
    .filter(({ what }) => what.startsWith('dispute'))
    .map(({ what, by, detail }) => [what, by, detail])

export const attentionOf = async (boss: Customer) =>
  (await boss.call('GET', '/api/attention'))
    .json<AttentionEntry[]>()
    .map(({ kind, amount, orders }) => [kind, amount, orders.map(({ number }) => number)])

export const lostToday = async (boss: Customer): Promise<number> =>
  (await boss.call('GET', '/api/insights?days=1')).json<Insights>().totals.disputes

/** On PostgreSQL an order can be read a moment before the figures that are kept for everybody are made anew. */
export const lostIs = (boss: Customer, dollars: number): Promise<unknown> =>
  eventually(async () => (await lostToday(boss)) === dollars, `${dollars} to be lost`)

/** No event of the provider is on its way any more. */
export const webhooksDelivered = (shop: PayingShop): Promise<unknown> =>
  eventually(async () => {
    const { data } = (await shop.provider('events?limit=100')) as { data: { pending_webhooks: number }[] }
    return data.every(({ pending_webhooks }) => pending_webhooks === 0)
  }, 'the webhooks')
