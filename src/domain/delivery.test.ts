import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { currencyOf } from './currencies.ts'
import { setShopCurrency, usDollar } from './currency.ts'
import { deliveryOf, faultOf, inMinorUnits } from './delivery.ts'

afterEach(() => setShopCurrency(usDollar))

test('delivery costs until the sum from which it is free', () => {
  const delivery = { price: 490, freeFrom: 6000 }
  assert.deepEqual(
    [1, 5999, 6000, 6001].map(goods => deliveryOf(delivery, goods)),
    [490, 490, 0, 0],
  )
  assert.equal(deliveryOf({ price: 490, freeFrom: null }, 99_999_999), 490)
  assert.equal(deliveryOf(null, 1), 0)
})

test('the content has major units', () => {
  setShopCurrency(currencyOf('KWD'))
  assert.deepEqual(inMinorUnits({ price: 1.25, freeFrom: 20 }), { price: 1250, freeFrom: 20_000 })
  assert.deepEqual(inMinorUnits({ price: 1.25, freeFrom: null }), { price: 1250, freeFrom: null })
  assert.equal(inMinorUnits(null), null)
})

test('an amount that the currency does not have is refused with a sentence', () => {
  const faults: [amount: number, code: string, sentence: string | undefined][] = [
    [4.9, 'EUR', undefined],
    [0, 'EUR', 'Enter at least €0.01.'],
    [-4.9, 'EUR', 'Enter at least €0.01.'],
    [4.905, 'EUR', 'Enter an amount with at most two decimals.'],
    [1_000_000, 'EUR', undefined],
    [1_000_000.01, 'EUR', 'Enter at most €1,000,000.'],
    [500, 'JPY', undefined],
    [4.9, 'JPY', 'Enter an amount without decimals.'],
    [0.5, 'ISK', 'Enter an amount without decimals.'],
    [1.25, 'KWD', undefined],
    [1.255, 'KWD', 'Enter an amount with at most two decimals.'],
    [0, 'KWD', 'Enter at least KWD\u00a00.010.'],
  ]
  for (const [amount, code, sentence] of faults)
    assert.equal(faultOf(amount, currencyOf(code)), sentence, `${amount} ${code}`)
})
