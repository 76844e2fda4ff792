import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { setShopCurrency, shopCurrency, usDollar } from '#domain/currency.ts'
import { withCards } from '../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../tests/helpers/content.ts'
import { fileOf, importFile, newItemLine } from '../../../tests/helpers/item-file.ts'
import { confirmPaid, intentOf } from '../../../tests/helpers/paying.ts'
import { newAdmin, onSqlite, type TestShop } from '../../../tests/helpers/shop.ts'
import { jobsOf } from './run-shop.ts'

/** Another process has saved a currency, and this one still computes in dollars. */
async function savedElsewhere(shop: TestShop, currency: string): Promise<void> {
  await changeContent(shop, { currency })
  setShopCurrency(usDollar)
}

const tray = {
  name: 'Tray',
  description: 'Oak',
  price: 500,
  photoUrl: '/pictures/desk-tray-960.webp',
  availableQuantity: 5,
  mustQuantity: 1,
}

onSqlite('a process hears every few seconds of a currency that another one has saved', async shop => {
  await savedElsewhere(shop, 'JPY')
  const job = jobsOf(shop.app, shop.deps).find(({ name }) => name === 'read currency')
  assert.ok(job && job.everyMs <= 5_000)
  await job.run(new AbortController().signal)
  assert.equal(shopCurrency().code, 'JPY')
})

/** Fails if 500 yen are kept as 50,000. */
onSqlite('prices are written in the saved currency, whatever the process still computes in', async shop => {
  const admin = await newAdmin(shop)
  const priceOf = async (name: string) => {
    const row = await shop.deps.db.read
      .selectFrom('items')
      .select('price_minor')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return row.price_minor
  }
  await savedElsewhere(shop, 'JPY')
  const added = (await admin.call('POST', '/api/addItem', tray)).json()
  assert.deepEqual([added.price, added.currency, await priceOf('Tray')], [500, 'JPY', 500])
  setShopCurrency(usDollar)
  const changed = await admin.call('PATCH', `/api/item/${added._id}`, { version: 1, price: 700 })
  assert.deepEqual([changed.statusCode, await priceOf('Tray')], [200, 700])
  setShopCurrency(usDollar)
  assert.equal((await importFile(admin, fileOf(newItemLine('Lamp')))).statusCode, 200)
  assert.equal(await priceOf('Lamp'), 34)
  await savedElsewhere(shop, 'ISK')
  const refused = await admin.call('POST', '/api/addItem', { ...tray, price: 18.5 })
  assert.deepEqual(refused.json().fields, { price: 'Enter an amount without decimals.' })
})

/** Fails if the card is charged dollars, or if money that was agreed on is given back. */
withCards('a payment is started and settled in the saved currency', async shop => {
  const ann = await shop.customer()
  const item = await shop.item({ price: 34 })
  await savedElsewhere(shop, 'EUR')
  const placed = await ann.order(item, 1, { currency: 'EUR' })
  assert.equal(placed.statusCode, 201, placed.body)
  const order = placed.json<Order>()
  setShopCurrency(usDollar)
  const started = (await ann.call('POST', '/api/create-payment-intent', order)).json()
  assert.deepEqual([started.amount, started.currency], [34, 'EUR'])
  const intent = intentOf(started.clientSecret)
  assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).currency, 'eur')
  setShopCurrency(usDollar)
  await shop.charge(intent)
  setShopCurrency(usDollar)
  const paid = (await confirmPaid(ann, order._id, intent)).json<Order>()
  assert.deepEqual([paid.state, paid.paidAmount, paid.currency], ['paid', 34, 'EUR'])
})
