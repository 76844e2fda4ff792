import assert from 'node:assert/strict'
import type { SavedVersion } from '#contract/shop-content.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'

async function enter(admin: Customer, changes: object) {
  const { version, content } = (await admin.call('GET', '/api/shopContent')).json<SavedVersion>()
  return admin.call('PUT', '/api/shopContent', { version, content: { ...content, ...changes } })
}

const priceOf = async (admin: Customer) =>
  (await admin.call('GET', '/api/shopContent')).json<SavedVersion>().content.deliveryPrice

onSqlite('each mistake in the price of delivery is explained at its field', async shop => {
  const admin = await newAdmin(shop)
  const mistakes: [deliveryPrice: object, field: string, sentence: string][] = [
    [{ price: -1, freeFrom: null }, 'price', 'Enter at least $0.01.'],
    [{ price: 0, freeFrom: null }, 'price', 'Enter at least $0.01.'],
    [{ price: null, freeFrom: null }, 'price', 'Enter a price.'],
    [{ price: 4.905, freeFrom: null }, 'price', 'Enter an amount with at most two decimals.'],
    [{ price: 1_000_001, freeFrom: null }, 'price', 'Enter at most $1,000,000.'],
    [{ price: 4.9, freeFrom: 0 }, 'freeFrom', 'Enter at least $0.01.'],
    [{ price: 4.9, freeFrom: 60.001 }, 'freeFrom', 'Enter an amount with at most two decimals.'],
    [{ price: 4.9, freeFrom: 'much' }, 'freeFrom', 'Enter an amount.'],
  ]
  for (const [deliveryPrice, field, sentence] of mistakes) {
    const answer = await enter(admin, { deliveryPrice })
    assert.equal(answer.statusCode, 400, answer.body)
    assert.deepEqual(answer.json().fields, { [`content.deliveryPrice.${field}`]: sentence })
  }
  assert.equal(await priceOf(admin), null)
})

/** Fails if the price is checked in the currency that the shop had before. */
onBothEngines('the price of delivery is one of the currency that is saved with it', async shop => {
  const admin = await newAdmin(shop)
  const deliveryPrice = { price: 4.9, freeFrom: 60 }
  assert.equal((await enter(admin, { deliveryPrice })).statusCode, 200)
  const yen = await enter(admin, { currency: 'JPY' })
  assert.deepEqual(yen.json().fields, { 'content.deliveryPrice.price': 'Enter an amount without decimals.' })
  const both = { currency: 'JPY', deliveryPrice: { price: 500, freeFrom: null } }
  assert.equal((await enter(admin, both)).statusCode, 200)
  assert.deepEqual(await priceOf(admin), both.deliveryPrice)
  assert.equal((await enter(admin, { currency: 'EUR', deliveryPrice })).statusCode, 200)
  assert.deepEqual(await priceOf(admin), deliveryPrice)
})
