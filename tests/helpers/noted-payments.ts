import assert from 'node:assert/strict'
import { contract } from '#contract/index.ts'
import type { Order } from '#contract/orders.ts'
import { dayAt } from '#domain/day.ts'
import { changeContent } from './content.ts'
import { type Customer, confirmed } from './customers.ts'
import type { Ask } from './item-calls.ts'
import { newAdmin, type TestShop } from './shop.ts'
import { voucherRequests } from './vouchers.ts'

export const todayIn = ({ deps: { now, config } }: TestShop): string => dayAt(now(), config.timeZone)

/** Two unpaid orders of one customer, for $37 and $12.50, and an admin. */
export async function twoUnpaid(shop: TestShop) {
  const [admin, ann] = [await newAdmin(shop), await shop.customer()]
  const tray = await shop.item({ name: 'Test Tray', price: 18.5, availableQuantity: 10 })
  const cup = await shop.item({ name: 'Test Cup', price: 12.5, availableQuantity: 1 })
  const first = (await ann.order(tray, 2)).json<Order>()
  const second = (await ann.order(cup, 1)).json<Order>()
  return { admin, ann, tray, cup, first, second, ids: [first._id, second._id] as const }
}

interface Wish {
  with?: readonly string[]
  method?: string
  amount?: number
  date?: string
  note?: string
}

/** Marks orders as paid in cash today. */
export const markPaid = (
  shop: TestShop,
  admin: Customer,
  id: string,
  wish: Wish,
  key?: string,
): ReturnType<Customer['call']> =>
  admin.call(
    'POST',
    `/api/booking/${id}/paid`,
    { method: 'cash', date: todayIn(shop), ...wish },
    key ? { 'idempotency-key': key } : {},
  )

/** An order for $37 that an admin has marked as paid in cash. */
export async function paidInCash(shop: TestShop) {
  const { admin, ann, tray, first } = await twoUnpaid(shop)
  const answer = await markPaid(shop, admin, first._id, { amount: 37 })
  assert.equal(answer.statusCode, 200, answer.body)
  const [order] = answer.json<Order[]>()
  assert.ok(order)
  return { admin, ann, tray, id: order._id, order, intent: order.transactionId ?? '' }
}

/** Every call about payments that are not by card. Ann has paid before. */
export async function notedCalls(shop: TestShop, ask: Ask, ann: Customer, admin: Customer): Promise<void> {
  const { notedPayments, refunds } = contract
  await changeContent(shop, { transfer: { text: 'IBAN XX00', days: 7 } })
  const { _id: id } = (await ann.order(await shop.item({ price: 18.5 }))).json<Order>()
  await ask(ann, notedPayments.awaitTransfer, { params: { id }, body: {} })
  const body = { method: 'transfer', amount: 18.5, date: todayIn(shop), note: 'Statement 44' }
  for (const _ of ['noted', 'noted again'])
    await ask(admin, notedPayments.note, { params: { id }, body, headers: { 'idempotency-key': 'noted' } })
  await ask(admin, refunds.make, { params: { id }, body: { reason: 'Late', restock: true } })
}

/** Requests that succeed for an allowed caller, by route. */
export const notedRequests = {
  ...voucherRequests,
  'POST /booking/{id}/paid': async (shop: TestShop, owner: Customer) => {
    const { _id, totalPrice } = (await owner.order(await shop.item())).json<Order>()
    return { params: { id: _id }, payload: { method: 'cash', amount: totalPrice, date: todayIn(shop) } }
  },
  'POST /booking/{id}/transfer': async (shop: TestShop, owner: Customer) => {
    await changeContent(shop, { transfer: { text: 'IBAN XX00', days: 7 } })
    await confirmed(shop.deps, owner)
    const { _id } = (await owner.order(await shop.item())).json<Order>()
    return { params: { id: _id }, payload: {} }
  },
}
