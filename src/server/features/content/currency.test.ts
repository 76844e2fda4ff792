import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import type { SavedVersion } from '#contract/shop-content.ts'
import { currencyCodes, currencyOf } from '#domain/currencies.ts'
import { eventually, withCards } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { importFile, newItemLine } from '../../../../tests/helpers/item-file.ts'
import { placeTestOrder, removeWithoutCanceling, startCardPayment } from '../../../../tests/helpers/paying.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { convertItems } from '../../store/currency.ts'
import * as unmatchedPayments from '../../store/unmatched-payments.ts'

const read = async (admin: Customer) => (await admin.call('GET', '/api/shopContent')).json<SavedVersion>()

async function choose(admin: Customer, currency: string) {
  const { version, content } = await read(admin)
  return admin.call('PUT', '/api/shopContent', { version, content: { ...content, currency } })
}

const shown = async (shop: TestShop, { _id }: Pick<Item, '_id'>) => {
  const { price, currency } = (await shop.call({ url: `/api/items/${_id}` })).json<Item>()
  return [price, currency]
}

const theField = 'content.currency'

onBothEngines(
  'until the first order an owner chooses the currency, and prices keep their numbers',
  async shop => {
    const admin = await newAdmin(shop)
    const [tray, card] = [await shop.item({ price: 18.5 }), await shop.item({ price: 0.01 })]
    assert.deepEqual(await shown(shop, tray), [18.5, 'USD'])
    assert.equal((await choose(admin, 'EUR')).statusCode, 200)
    assert.deepEqual(await shown(shop, tray), [18.5, 'EUR'])
    assert.equal((await choose(admin, 'KWD')).statusCode, 200)
    assert.deepEqual(
      [await shown(shop, tray), await shown(shop, card)],
      [
        [18.5, 'KWD'],
        [0.01, 'KWD'],
      ],
    )
    assert.equal((await choose(admin, 'JPY')).statusCode, 200)
    assert.deepEqual(
      [await shown(shop, tray), await shown(shop, card)],
      [
        [19, 'JPY'],
        [1, 'JPY'],
      ],
    )
    const undone = await admin.call('POST', '/api/shopContent/undo', { version: 4 })
    assert.equal(undone.json().content.currency, 'KWD')
    assert.deepEqual(await shown(shop, tray), [19, 'KWD'])
  },
)

onBothEngines('while there is an order, the currency stays; a removed one keeps its numbers', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  const item = await shop.item()
  assert.equal((await choose(admin, 'EUR')).statusCode, 200)
  const inDollars = (await ann.order(item, 1, { currency: 'USD' })).json()
  assert.deepEqual(
    [inDollars.code, inDollars.detail],
    ['price_changed', 'The prices are in euros (EUR) now. Reload the page to see them.'],
  )
  const order = (await ann.order(item, 1, { currency: 'EUR' })).json()
  assert.equal(order.currency, 'EUR')
  const sentence =
    'Your shop has orders in euros (EUR), so it stays with that currency until they are removed.'
  const refused = async () => {
    const answer = await choose(admin, 'USD')
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'currency_fixed'])
    assert.deepEqual(answer.json().fields, { [theField]: sentence })
    assert.equal((await admin.call('POST', '/api/shopContent/undo', { version: 2 })).statusCode, 409)
    assert.deepEqual(await shown(shop, item), [34, 'EUR'])
    assert.equal((await read(admin)).content.currency, 'EUR')
  }
  await refused()
  assert.equal((await ann.call('DELETE', `/api/myBooking/${order._id}`)).statusCode, 204)
  assert.equal((await choose(admin, 'KWD')).statusCode, 200)
  assert.deepEqual(await shown(shop, item), [34, 'KWD'])
  const [removed] = (await admin.call('GET', '/api/booking?state=removed')).json<Order[]>()
  assert.deepEqual([removed?._id, removed?.totalPrice, removed?.currency], [order._id, 34, 'KWD'])
})

const stays = 'so it stays with that currency'
const ordered = `Your shop has orders in US dollars (USD), ${stays} until they are removed.`
const taken = `Your shop has taken money in US dollars (USD), ${stays}.`

const refusedWith = async (admin: Customer, sentence: string) =>
  assert.deepEqual((await choose(admin, 'EUR')).json().fields, { [theField]: sentence })

/** Fails if money of the past could be read in another currency, although it went back at once. */
withCards('an open payment of a removed order keeps the currency, and its money for ever', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await removeWithoutCanceling(shop, order)
  await refusedWith(admin, ordered)
  await shop.charge(intent)
  await eventually(async () => {
    const { statusCode, json } = await choose(admin, 'EUR')
    assert.equal(statusCode, 409, 'also at the moment at which the money comes')
    return json().detail === taken
  }, 'the webhook')
})

onBothEngines('a payment whose orders are lost keeps the currency', async shop => {
  const admin = await newAdmin(shop)
  const row = { intent_id: 'pi_1', amount_minor: 1, order_ids: '[]', charged_at: 1, found_at: 1 }
  const { db } = shop.deps
  await db.write(tx => unmatchedPayments.note(tx, { ...row, email: null, user_id: null, description: null }))
  await refusedWith(admin, taken)
})

/** Fails if a charge could be in another currency than the page showed. Each round has one winner. */
onBothEngines('of a first order and a new currency at the same time, one is refused', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  const item = await shop.item({ price: 18.5 })
  for (let round = 0; round < 12; round++) {
    const [from, to] = round % 2 === 0 ? ['USD', 'EUR'] : ['EUR', 'USD']
    const [saved, order] = await Promise.all([choose(admin, to), ann.order(item, 1, { currency: from })])
    const codes = [saved.json().code, order.json().code]
    if (order.statusCode === 201) return assert.deepEqual(codes, ['currency_fixed', undefined])
    assert.deepEqual(codes, [undefined, 'price_changed'])
  }
})

onSqlite('each fault about the currency has its sentence at its field', async shop => {
  const admin = await newAdmin(shop)
  const wrong = async (currency: unknown, status: number, sentence: string) => {
    const answer = await choose(admin, currency as string)
    assert.deepEqual([answer.statusCode, answer.json().fields], [status, { [theField]: sentence }])
  }
  for (const currency of ['', 'usd', 'QQQ', 'EURO', null, 5]) await wrong(currency, 400, 'Choose a currency.')
  await shop.item({ name: 'Old table', price: 100_001 })
  await wrong('KWD', 400, 'Old table would cost more than KWD\u00a0100,000. Lower its price first.')
  assert.equal((await choose(admin, 'JPY')).statusCode, 200)
  await shop.deps.db.write(tx => tx.updateTable('items').set({ price_minor: 1_000_001 }).execute())
  await wrong('EUR', 400, 'Old table would cost more than €1,000,000. Lower its price first.')
})

onSqlite('a price has no more decimals than its currency', async shop => {
  const admin = await newAdmin(shop)
  const tray = {
    name: 'Tray',
    description: 'Oak',
    photoUrl: '/pictures/desk-tray-960.webp',
    availableQuantity: 5,
    mustQuantity: 1,
  }
  const add = async (price: number) => {
    const answer = await admin.call('POST', '/api/addItem', { ...tray, price })
    return answer.statusCode === 201 ? answer.json().price : answer.json().fields?.price
  }
  const none = 'Enter an amount without decimals.'
  const two = 'Enter an amount with at most two decimals.'
  await choose(admin, 'JPY')
  assert.deepEqual(
    [await add(500), await add(500.5), await add(0)],
    [500, none, 'The price must be at least ¥1.'],
  )
  assert.deepEqual(
    [await add(100_000_000), await add(100_000_001)],
    [100_000_000, 'The price must be at most ¥100,000,000.'],
  )
  const [, line] = (await importFile(admin, [newItemLine('Lamp')].join('\n'))).body.split('\n')
  assert.equal(line, undefined)
  await shop.deps.db.write(tx => tx.updateTable('items').set({ price_minor: 700 }).execute())
  await choose(admin, 'KWD')
  assert.deepEqual([await add(1.25), await add(1.255), await add(0.001)], [1.25, two, two])
  assert.equal(await add(100_000.01), 'The price must be at most KWD\u00a0100,000.')
  const filtered = async (query: string) => (await shop.call({ url: `/api/items?${query}` })).statusCode
  assert.deepEqual([await filtered('minPrice=1.125'), await filtered('minPrice=1.1255')], [200, 400])
})

/** Fails if the log has the minor units of a currency that the shop no longer sells in: 18.50 would become 1.850. */
onSqlite('the audit log keeps the number of a price that an item once got', async shop => {
  const admin = await newAdmin(shop)
  const tray = { name: 'Tray', description: 'Oak', photoUrl: '/pictures/desk-tray-960.webp', price: 18.5 }
  await admin.call('POST', '/api/addItem', { ...tray, availableQuantity: 5, mustQuantity: 1 })
  await choose(admin, 'KWD')
  const log = (await admin.call('GET', '/api/audit?limit=9')).json<{ what: string; about: string }[]>()
  assert.equal(
    log.find(({ what }) => what === 'item_added')?.about,
    'Tray: name Tray, price KWD\u00a018.500, in stock 5',
  )
})

/** Against whole-number arithmetic of another kind, for every pair of currencies. */
onBothEngines('a converted price is rounded half up to what cards can be charged', async ({ deps, item }) => {
  const { _id: id } = await item()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...currencyCodes),
      fc.constantFrom(...currencyCodes),
      fc.integer({ min: 1, max: 100_000 }),
      async (fromCode, toCode, steps) => {
        const [from, to] = [currencyOf(fromCode), currencyOf(toCode)]
        const before = steps * 10 ** (from.decimals - from.places)
        const converted = await deps.db.write(async tx => {
          await tx.updateTable('items').set({ price_minor: before }).where('id', '=', id).execute()
          await convertItems(tx, from, to)
          const row = await tx
            .selectFrom('items')
            .select('price_minor')
            .where('id', '=', id)
            .executeTakeFirst()
          return row?.price_minor
        })
        const step = 10 ** (to.decimals - to.places)
        const exact = (before / 10 ** from.decimals) * 10 ** to.places
        assert.equal(converted, Math.max(1, Math.round(Number(exact.toFixed(6)))) * step)
      },
    ),
    {
      numRuns: 60,
      examples: [
        ['USD', 'ISK', 1],
        ['USD', 'KWD', 1],
        ['JPY', 'UGX', 100_000],
        ['KWD', 'JPY', 50],
        ['KWD', 'ISK', 49],
      ],
    },
  )
})
