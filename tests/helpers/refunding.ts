import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import type { RefundEntry } from '#contract/refunds.ts'
import { compareWithProvider } from '../../src/server/features/payments/reconcile/compare-with-provider.ts'
import { sendOutbox } from '../../src/server/jobs/send-outbox.ts'
import { type CardShop, eventually } from './card-shop.ts'
import type { Customer } from './customers.ts'
import { confirmPaid, startCardPayment } from './paying.ts'
import { newAdmin } from './shop.ts'

/** A paid order of five units for $62.50; five units are left. */
export async function paidOrder(shop: CardShop) {
  const [admin, ann] = [await newAdmin(shop), await shop.customer()]
  const item = await shop.item({ price: 12.5, availableQuantity: 10 })
  const order = (await ann.order(item, 5)).json<Order>()
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  const answer = await confirmPaid(ann, order._id, intent)
  assert.equal(answer.statusCode, 200, answer.body)
  return { admin, ann, item, id: order._id, number: order.number, intent }
}

const scratched = { reason: 'Scratched lid', restock: false }

/** Refunds an order as an admin. */
export const refund = (admin: Customer, id: string, changes: object = {}, key?: string) =>
  admin.call(
    'POST',
    `/api/booking/${id}/refund`,
    { ...scratched, ...changes },
    key ? { 'idempotency-key': key } : {},
  )

/** The refunded, pending and refundable amounts of an order. */
export const refundAmountsOf = ({
  refundedAmount,
  refundPendingAmount,
  refundableAmount,
}: Order): number[] => [refundedAmount, refundPendingAmount, refundableAmount]

export const entriesOf = async (admin: Customer, id: string) =>
  (await admin.call('GET', `/api/booking/${id}/refunds`)).json<RefundEntry[]>()

/** Does something in the provider's dashboard, such as a refund. */
export async function actAtProvider(
  shop: CardShop,
  id: string,
  act: string,
  body: object = {},
): Promise<void> {
  const answer = await fetch(`${shop.cardsUrl}/stripe/test/${id}/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 200, await answer.clone().text())
}

/** The differences between the provider and the books. */
export async function differences({ deps: { db, cards } }: CardShop): Promise<string[]> {
  const sentences: string[] = []
  for await (const { sentence } of compareWithProvider(db.read, cards, 0)) sentences.push(sentence)
  return sentences
}

/** The lines of a customer's emails about refunds, each with an amount. They must sum up to what came back. */
export async function refundLines(shop: CardShop, { email }: Customer, count: number): Promise<string[][]> {
  const found = async () => {
    await sendOutbox(shop.deps, shop.deps.mail)
    const texts = (await shop.mails(email)).flatMap(({ text }) => (/^Refunded: /m.test(text) ? [text] : []))
    return texts.length === count && texts
  }
  const texts = await eventually(found, `${count} emails about refunds`)
  return texts.map(text => {
    const [, ...below] = text.split('\n')
    const lines = below.filter(line => /: -?[€$][\d.]+$/.test(line))
    const amounts = lines.map(line => Number(line.replace(/^.*: (-?)[€$]/, '$1')))
    const back = amounts.pop() ?? 0
    const sum = amounts.reduce((total, amount) => total + Math.round(amount * 100), 0)
    assert.equal(sum, Math.round(back * 100), text)
    return lines
  })
}
