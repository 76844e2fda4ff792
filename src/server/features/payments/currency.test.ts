import assert from 'node:assert/strict'
import type { AttentionEntry } from '#contract/attention.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import { confirmPaid, intentOf, refundsOf, startCardPayment } from '../../../../tests/helpers/paying.ts'
import { textsIn } from '../../../../tests/helpers/pdf-text.ts'
import { differences, entriesOf, refund, refundAmountsOf } from '../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'
import * as items from '../../store/items.ts'
import * as shopContent from '../../store/shop-content.ts'

async function inCurrency(shop: CardShop, currency: string): Promise<void> {
  await changeContent(shop, { currency })
  await shopContent.read(shop.deps.db.read)
}

async function itemAt(shop: CardShop, minor: number): Promise<Item> {
  const { _id } = await shop.item()
  return shop.deps.db.write(async tx => {
    tx.catalogueChanged()
    await tx.updateTable('items').set({ price_minor: minor }).where('id', '=', _id).execute()
    const item = await items.find(tx, _id)
    assert.ok(item)
    return item
  })
}

interface Sold {
  currency: string
  /** The price of one, and a part of a refund, in minor units and as they are sent. */
  price: [number, number]
  part: [number, number]
  written: { price: string; sum: string; part: string; exact: string }
}

const examples: readonly Sold[] = [
  {
    currency: 'EUR',
    price: [490, 4.9],
    part: [123, 1.23],
    written: { price: '€4.90', sum: '€14.70', part: '€1.23', exact: '€14.70' },
  },
  {
    currency: 'JPY',
    price: [1250, 1250],
    part: [1, 1],
    written: { price: '¥1,250', sum: '¥3,750', part: '¥1', exact: '¥3,750' },
  },
  {
    currency: 'KWD',
    price: [1250, 1.25],
    part: [10, 0.01],
    written: {
      price: 'KWD\u00a01.250',
      sum: 'KWD\u00a03.750',
      part: 'KWD\u00a00.010',
      exact: 'KWD\u00a03.750',
    },
  },
]

for (const { currency, price, part, written } of examples)
  withCards(`a payment, a part refund and the rest in ${currency}`, async shop => {
    await inCurrency(shop, currency)
    const [admin, ann] = [await newAdmin(shop), await shop.customer()]
    const item = await itemAt(shop, price[0])
    assert.deepEqual([item.price, item.currency], [price[1], currency])
    const placed = await ann.order(item, 3, { totalPrice: (price[1] * 300) / 100, currency })
    const order = placed.json<Order>()
    assert.deepEqual([placed.statusCode, order.currency], [201, currency], placed.body)
    const started = (await ann.call('POST', '/api/create-payment-intent', order)).json()
    assert.deepEqual([started.amount, started.currency], [order.totalPrice, currency])
    const intent = intentOf(started.clientSecret)
    const charged = await shop.readFromProvider(`payment_intents/${intent}`)
    assert.deepEqual([charged.amount, charged.currency], [price[0] * 3, currency.toLowerCase()])
    await shop.charge(intent)
    const paid = (await confirmPaid(ann, order._id, intent)).json<Order>()
    assert.deepEqual([paid.paidAmount, paid.currency], [order.totalPrice, currency])

    const tooFine = await refund(admin, order._id, { amount: 0.015 })
    assert.deepEqual([tooFine.statusCode, Object.keys(tooFine.json().fields)], [400, ['amount']])
    assert.equal((await refund(admin, order._id, { amount: part[1] })).statusCode, 200)
    const rest = (await refund(admin, order._id)).json<Order>()
    assert.deepEqual(refundAmountsOf(rest), [order.totalPrice, 0, 0])
    assert.deepEqual(await refundsOf(shop, intent), [price[0] * 3 - part[0], part[0]])
    assert.deepEqual(
      (await entriesOf(admin, order._id)).map(entry => entry.currency),
      [currency, currency],
    )
    assert.deepEqual(await differences(shop), [])
    const documents = (await ann.call('GET', `/api/booking/${order._id}/invoices`)).json<Invoice[]>()
    const named = documents.map(document => `${document.amount} ${document.currency}`)
    assert.deepEqual(named.slice(0, 2), [`${order.totalPrice} ${currency}`, `${part[1]} ${currency}`])
    assert.equal(documents[2]?.currency, currency)

    await sendOutbox(shop.deps, shop.deps.mail)
    const mails = await shop.mails(ann.email)
    const text = mails
      .map(mail => `${mail.subject}\n${mail.text}`)
      .join('\n')
      .replaceAll('\n', ' ')
    for (const words of [written.price, `Paid: ${written.sum}`, `refunded ${written.part}`])
      assert.ok(text.includes(words), `${words} in ${text}`)
    assert.doesNotMatch(text, /\$/)
    const pdf = await ann.call('GET', `/api/booking/${order._id}/invoice.pdf`)
    const printed = textsIn(pdf.rawPayload).join('|')
    const name = { EUR: 'euros (EUR)', JPY: 'Japanese yen (JPY)', KWD: 'Kuwaiti dinars (KWD)' }[
      currency as 'EUR'
    ]
    for (const words of [written.exact, name]) assert.ok(printed.includes(words), `${words} in ${printed}`)
    const { currency: reported } = (await admin.call('GET', '/api/insights?days=7')).json()
    assert.equal(reported, currency)
  })

withCardsOnSqlite('money that only a person can give back is in the shop’s currency', async shop => {
  await inCurrency(shop, 'KWD')
  const [admin, ann] = [await newAdmin(shop), await shop.customer()]
  const item = await itemAt(shop, 1250)
  const order = (await ann.order(item, 3, { totalPrice: 3.75, currency: 'KWD' })).json<Order>()
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  await confirmPaid(ann, order._id, intent)
  await shop.setCardFaults({ refundStatus: 'failed' })
  await refund(admin, order._id, { amount: 1.25 })
  const entries = (await admin.call('GET', '/api/attention')).json<AttentionEntry[]>()
  assert.deepEqual(
    entries.map(({ kind, amount, currency }) => [kind, amount, currency]),
    [['refund_failed', 1.25, 'KWD']],
  )
})

/** Fails if the card provider is asked, which refuses with words for programmers. */
withCardsOnSqlite(
  'an amount outside the bounds of its currency is refused before the provider is asked',
  async shop => {
    const ann = await shop.customer()
    const refusedIn = async (currency: string, minor: number, quantity = 1) => {
      await inCurrency(shop, currency)
      const item = await itemAt(shop, minor)
      const answer = await ann.order(item, quantity, {
        totalPrice: (item.price * 1000 * quantity) / 1000,
      })
      return answer.statusCode === 201 ? 'fine' : answer.json().detail
    }
    assert.equal(await refusedIn('EUR', 49), 'A payment must be between €0.50 and €999,999.99.')
    assert.equal(await refusedIn('JPY', 49), 'A payment must be between ¥50 and ¥99,999,999.')
    assert.equal(await refusedIn('JPY', 60_000_000, 2), 'A payment must be between ¥50 and ¥99,999,999.')
    assert.equal(await refusedIn('GBP', 29), 'A payment must be between £0.30 and £999,999.99.')
    assert.equal(
      await refusedIn('HUF', 17_499),
      'A payment must be between Ft\u00a0175 and Ft\u00a0999,999.99.',
    )
    assert.deepEqual(await shop.readFromProvider('payment_intents').then(({ data }) => data), [])
  },
)
