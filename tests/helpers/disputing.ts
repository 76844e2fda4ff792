import assert from 'node:assert/strict'
import type { AttentionEntry } from '#contract/attention.ts'
import type { Insights } from '#contract/insights.ts'
import type { OrderEvent } from '#contract/orders.ts'
import { type CardShop, eventually } from './card-shop.ts'
import type { Customer } from './customers.ts'
import { readOrder } from './paying.ts'
import { actAtProvider } from './refunding.ts'

/** Disputes the payment at the provider, waits until the order shows it, and returns the dispute's id. */
export async function dispute(
  shop: CardShop,
  { ann, id, intent }: { ann: Customer; id: string; intent: string },
  act = 'dispute',
): Promise<string> {
  await actAtProvider(shop, intent, act)
  await eventually(async () => (await readOrder(ann, id)).disputedAt !== null, 'the dispute')
  return disputeIdOf(shop, intent)
}

export async function disputeIdOf(shop: CardShop, intent: string): Promise<string> {
  const { data } = (await shop.readFromProvider(`disputes?payment_intent=${intent}`)) as {
    data: { id: string }[]
  }
  return data[0]?.id ?? assert.fail('The provider has no dispute')
}

/** The dispute events of the order's timeline. */
export const disputeLines = async (who: Customer, id: string) =>
  (await who.call('GET', `/api/booking/${id}/timeline`))
    .json<OrderEvent[]>()
    .filter(({ what }) => what.startsWith('dispute'))
    .map(({ what, by, detail }) => [what, by, detail])

export const attentionOf = async (admin: Customer) =>
  (await admin.call('GET', '/api/attention'))
    .json<AttentionEntry[]>()
    .map(({ kind, amount, orders }) => [kind, amount, orders.map(({ number }) => number)])

export const lostToday = async (admin: Customer): Promise<number> =>
  (await admin.call('GET', '/api/insights?days=1')).json<Insights>().totals.disputes

/** Waits until the provider has delivered all its events. */
export const webhooksDelivered = (shop: CardShop): Promise<unknown> =>
  eventually(async () => {
    const { data } = (await shop.readFromProvider('events?limit=100')) as {
      data: { pending_webhooks: number }[]
    }
    return data.every(({ pending_webhooks }) => pending_webhooks === 0)
  }, 'the webhooks')
