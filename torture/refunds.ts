import { noFaults } from '../sandbox/stripe/fault-switches.ts'
import type { CardShop } from '../tests/helpers/card-shop.ts'
import { type Customer, confirmed } from '../tests/helpers/customers.ts'
import { confirmPaid, startCardPayment } from '../tests/helpers/paying.ts'
import { scenario } from './money.ts'
import { checkRefunds, clicksFor, faultOf, quantity, type RefundClick } from './refund-books.ts'
import { refundKills } from './refund-kills.ts'
import { pause, type Scenario } from './scenario.ts'
import { promoted } from './stock.ts'

async function sold(shop: CardShop) {
  const item = await shop.item({ price: 12.5, availableQuantity: 10 })
  const ann = await confirmed(shop.deps, await shop.customer())
  const order = (await ann.order(item, quantity)).json()
  const intentId = await startCardPayment(ann, order)
  await shop.charge(intentId)
  const answer = await confirmPaid(ann, order._id, intentId)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { orderId: order._id as string, intentId }
}

const sendClick = (admin: Customer, orderId: string, { key, refund }: RefundClick) =>
  admin.call('POST', `/api/booking/${orderId}/refund`, refund, { 'idempotency-key': key })

/** The refusals for too high an amount or too many restocked units. */
const isRefused = ({ code, fields }: { code: string; fields?: { restock?: string } }): boolean =>
  code === 'amount_too_high' || code === 'nothing_to_refund' || fields?.restock !== undefined

const refundManually = (shop: CardShop, intentId: string, amount: number) =>
  fetch(`${shop.cardsUrl}/stripe/test/${intentId}/refund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount }),
  })

/**
 * Two admins refund one order at the same moment, with double clicks, while the provider fails or loses replies and somebody
 * refunds in its dashboard. Seen to fail without the order's lock (on PostgreSQL two refunds write the same line of the timeline),
 * with a new idempotency key for each attempt (refunded twice), and without looking for an earlier attempt (refunded twice after
 * a 500 that followed the refund).
 */
const underFaults = scenario('refunds', { quick: 3, standard: 100 }, async (shop, run) => {
  const { random, tally } = run
  const { orderId, intentId } = await sold(shop)
  const [ada, bea] = [await promoted(shop), await promoted(shop)]
  await shop.setCardFaults(faultOf(random))
  tally.faults++
  const isRefundedManually = random.chance(0.25)
  const acknowledged = new Set<string>()
  const clicking = clicksFor(random, orderId).map(async one => {
    // The same admin repeats a click.
    const admin = Number(one.key.at(-1)) % 2 === 0 ? ada : bea
    await pause(random.between(0, 8))
    const answer = await sendClick(admin, orderId, one)
    if (answer.statusCode === 200) acknowledged.add(one.key)
    else tally.expect(isRefused(answer.json()), `refused with ${answer.body}`)
  })
  const manualRefund = isRefundedManually
    ? refundManually(shop, intentId, random.between(1, 3000))
    : undefined
  await Promise.all([...clicking, manualRefund])
  await shop.setCardFaults(noFaults)
  await checkRefunds(shop.deps, shop.travel, { orderId, intentId, isRefundedManually, acknowledged }, run)
})

export const refundScenarios: Scenario[] = [underFaults, refundKills]
