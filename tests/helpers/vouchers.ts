import assert from 'node:assert/strict'
import { contract } from '../../src/contract/index.ts'
import type { Order } from '../../src/contract/orders.ts'
import type { Voucher } from '../../src/domain/voucher.ts'
import type { CardShop } from './card-shop.ts'
import { changeContent } from './content.ts'
import { type Customer, confirmed } from './customers.ts'
import type { Ask } from './item-calls.ts'
import { confirmPaid, intentOf } from './paying.ts'
import type { TestShop } from './shop.ts'

export const welcome: Voucher = {
  code: 'WELCOME10',
  percent: 10,
  amount: null,
  from: '2020-01-01',
  until: '',
  least: null,
  uses: null,
  usesPerPerson: null,
}

/** Puts a voucher into the content of the shop. */
export const offer = (shop: TestShop, changes: Partial<Voucher> = {}, others: object = {}) =>
  changeContent(shop, { vouchers: [{ ...welcome, ...changes }], ...others })

/** An unpaid order that a voucher covers. */
export async function coveredOrder(shop: TestShop, owner: Customer): Promise<Order> {
  await offer(shop, { percent: 100 })
  await confirmed(shop.deps, owner)
  return (await owner.order(await shop.item())).json<Order>()
}

/** Every call with a voucher. Each finds it used by the customer's other payment, which makes room. */
export async function voucherCalls(shop: TestShop, ask: Ask, ann: Customer): Promise<void> {
  const { payments } = contract
  const limits = { uses: 1, usesPerPerson: 1 }
  await offer(shop, limits)
  const item = await shop.item({ price: 18.5, availableQuantity: 10 })
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(async () => (await ann.order(item)).json<Order>()._id),
  )
  for (const _id of [first, second])
    await ask(ann, payments.createIntent, { body: { _id, voucher: 'WELCOME10' } })
  await offer(shop, { percent: 100, ...limits })
  await ask(ann, payments.cover, { params: { id: third ?? '' }, body: { voucher: 'WELCOME10' } })
}

/** Requests that succeed for an allowed caller, by route. */
export const voucherRequests = {
  'POST /booking/{id}/covered': async (shop: TestShop, owner: Customer) => ({
    params: { id: (await coveredOrder(shop, owner))._id },
    payload: { voucher: 'WELCOME10' },
  }),
}

/** Asks for a payment, with a voucher or without. */
export const start = (
  ann: Customer,
  [first = '', ...others]: readonly string[],
  voucher: string | undefined,
) =>
  ann.call('POST', '/api/create-payment-intent', {
    _id: first,
    with: others,
    ...(voucher !== undefined && { voucher }),
  })

export async function startWith(ann: Customer, ids: readonly string[], voucher?: string) {
  const answer = await start(ann, ids, voucher)
  assert.equal(answer.statusCode, 200, answer.body)
  const { amount, delivery, discount, clientSecret } = answer.json()
  return { amount, delivery, discount, intent: intentOf(clientSecret) }
}

/** Pays with a voucher that covers everything. */
export const cover = (
  ann: Customer,
  [first = '', ...others]: readonly string[],
  voucher: string = 'WELCOME10',
) => ann.call('POST', `/api/booking/${first}/covered`, { with: others, voucher })

/** Why a voucher is refused. */
export async function refusalOf(ann: Customer, ids: readonly string[], voucher = 'WELCOME10') {
  const answer = await start(ann, ids, voucher)
  const { code, fields } = answer.json()
  assert.deepEqual([answer.statusCode, code], [409, 'voucher_refused'], answer.body)
  return fields.voucher
}

export async function pay(shop: CardShop, ann: Customer, ids: readonly string[], intent: string) {
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, ids[0] ?? '', intent)).statusCode, 200)
}
