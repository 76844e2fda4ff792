import assert from 'node:assert/strict'
import type { Invoice } from '#contract/invoices.ts'
import { type CardShop, withCards } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { fillBag, lapseAndSellOut, startCombinedPayment } from '../../../../tests/helpers/pay-together.ts'
import { confirmPaid } from '../../../../tests/helpers/paying.ts'
import { textsIn } from '../../../../tests/helpers/pdf-text.ts'
import { refund } from '../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'

const invoicesOf = async (who: Customer, id: string): Promise<Invoice[]> =>
  (await who.call('GET', `/api/booking/${id}/invoices`)).json()

const printedOf = async (who: Customer, id: string, number = 'INV-1001') => {
  const { rawPayload } = await who.call('GET', `/api/booking/${id}/invoice.pdf?number=${number}`)
  return textsIn(rawPayload).join('|')
}

async function payBag(shop: CardShop) {
  const bag = await fillBag(shop)
  return { ...bag, intent: await startCombinedPayment(bag.ann, bag.ids) }
}

async function take(shop: CardShop, ann: Customer, [first = '']: readonly string[], intent: string) {
  await shop.charge(intent)
  assert.ok([200, 409].includes((await confirmPaid(ann, first, intent)).statusCode))
}

withCards(
  'orders that are paid together have one invoice, and credit notes of their own that name it',
  async shop => {
    const admin = await newAdmin(shop)
    const { ann, ids, orders, intent } = await payBag(shop)
    await take(shop, ann, ids, intent)
    const numbers = orders.map(({ number }) => number)
    const sum = orders.reduce((total, order) => total + order.totalPrice, 0)
    for (const id of ids) {
      const [invoice, ...others] = await invoicesOf(ann, id)
      assert.deepEqual([invoice?.number, invoice?.amount, invoice?.orders], ['INV-1001', sum, numbers])
      assert.deepEqual(others, [])
    }
    const printed = await printedOf(ann, ids[1] ?? '')
    assert.ok(printed.includes(`|Orders|${numbers.join(', ')}|`), printed)
    for (const { itemName } of orders) assert.ok(printed.includes(itemName), printed)

    await sendOutbox(shop.deps, shop.deps.mail)
    const receipts = (await shop.mails(ann.email)).filter(({ subject }) => /paid|receipt/i.test(subject))
    assert.equal(receipts.length, 1)

    const [, second = ''] = ids
    assert.equal((await refund(admin, second, { amount: 1 })).statusCode, 200)
    assert.equal((await refund(admin, second)).statusCode, 200)
    const documents = await invoicesOf(ann, second)
    assert.deepEqual(
      documents.map(({ number, kind, orders: about }) => [number, kind, about]),
      [
        ['INV-1001', 'invoice', numbers],
        ['CN-1001', 'credit_note', [numbers[1]]],
        ['CN-1002', 'credit_note', [numbers[1]]],
      ],
    )
    assert.match(await printedOf(ann, second, 'CN-1002'), /For invoice\|INV-1001/)
    assert.deepEqual(
      (await invoicesOf(ann, ids[0] ?? '')).map(({ number }) => number),
      ['INV-1001'],
    )
    assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
  },
)

/** Fails if the invoice names an order whose money went back at once. */
withCards('an order of the payment that could not be kept is not on its invoice', async shop => {
  const { ann, ids, orders, items, intent } = await payBag(shop)
  const [lost, ...kept] = orders
  const [item] = items
  assert.ok(lost && item)
  await lapseAndSellOut(shop, lost, item)
  await take(shop, ann, ids, intent)
  assert.deepEqual(await invoicesOf(ann, lost._id), [])
  for (const { _id } of kept) {
    const [invoice] = await invoicesOf(ann, _id)
    assert.deepEqual(
      invoice?.orders,
      kept.map(({ number }) => number),
    )
    assert.equal(
      invoice?.amount,
      kept.reduce((total, order) => total + order.totalPrice, 0),
    )
  }
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})
