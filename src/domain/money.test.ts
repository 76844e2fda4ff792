import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterEach, test } from 'vitest'
import { currencyCodes, currencyNameOf, currencyOf } from './currencies.ts'
import { setShopCurrency, shopCurrency, usDollar } from './currency.ts'
import {
  amountsFormat,
  formatAmount,
  formatExact,
  formatPrice,
  isWholeStep,
  majorOf,
  minorOf,
  minPrice,
  tooManyDecimals,
  totalOf,
  typedAmount,
} from './money.ts'

afterEach(() => setShopCurrency(usDollar))

const sell = (code: string) => setShopCurrency(currencyOf(code))

test('dollars become exact cents', () => {
  assert.equal(minorOf(0), 0)
  assert.equal(minorOf(19.99), 1999)
  assert.equal(minorOf(18.5), 1850)
  assert.equal(minorOf(1_000_000), 100_000_000)
})

test('an amount has as many minor units as its currency says', () => {
  const minorIn = (code: string, major: number) => minorOf(major, currencyOf(code))
  assert.deepEqual([minorIn('JPY', 500), minorIn('JPY', 0.5)], [500, undefined])
  assert.deepEqual(
    [minorIn('KWD', 1.25), minorIn('KWD', 5.124), minorIn('KWD', 0.0001)],
    [1250, 5124, undefined],
  )
  assert.deepEqual([minorIn('EUR', 4.9), minorIn('EUR', 4.905)], [490, undefined])
  assert.equal(minorIn('ISK', 5), 500)
})

test('amounts that are not whole minor units are refused, not rounded', () => {
  for (const major of [1.005, 0.001, -1, -0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7]) {
    assert.equal(minorOf(major), undefined, String(major))
  }
})

/** Fails if a division or a multiplication of floating point numbers loses a unit in any currency. */
test('every amount survives the way over the wire and back', () => {
  for (const code of currencyCodes) {
    sell(code)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 * 1_000 }), minor => {
        const overTheWire = JSON.parse(JSON.stringify(majorOf(minor)))
        assert.equal(minorOf(overTheWire), minor, code)
      }),
      { numRuns: 30 },
    )
  }
})

test('the total is exact even for the largest order', () => {
  assert.equal(totalOf(100_000_000, 1_000_000), 100_000_000_000_000)
  assert.ok(Number.isSafeInteger(totalOf(100_000_000, 1_000_000)))
})

test('whole dollars are formatted without cents', () => {
  assert.equal(formatAmount(34), '$34')
  assert.equal(formatAmount(18.5), '$18.50')
  assert.equal(formatAmount(1234.05), '$1,234.05')
})

/** Fails if a list shows $22 beside $18.50. */
test('one price with cents gives the whole list two decimals', () => {
  assert.deepEqual([22, 1234].map(amountsFormat([22, 1234])), ['$22', '$1,234'])
  assert.deepEqual([22, 18.5, -1234.05].map(amountsFormat([22, 18.5])), ['$22.00', '$18.50', '-$1,234.05'])
})

test('a price is formatted as Intl formats it', () => {
  const intl = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), minor => {
      assert.equal(formatAmount(majorOf(minor)), intl.format(majorOf(minor)).replace(/\.00$/, ''))
    }),
  )
})

/** Fails if the cents also get a sign, or lose a zero. */
test('accounting amounts have a sign and two decimals', () => {
  assert.deepEqual(
    [3400, 1850, 5, 0, -1850, -5, 123_456_789].map(minor => formatExact(minor)),
    ['$34.00', '$18.50', '$0.05', '$0.00', '-$18.50', '-$0.05', '$1,234,567.89'],
  )
})

test('each currency is written with its own symbol and decimals', () => {
  const written = (code: string, minor: number) => {
    sell(code)
    return [formatPrice(minor), formatExact(minor)]
  }
  assert.deepEqual(written('EUR', 490), ['€4.90', '€4.90'])
  assert.deepEqual(written('EUR', 1200), ['€12', '€12.00'])
  assert.deepEqual(written('JPY', 123_456), ['¥123,456', '¥123,456'])
  assert.deepEqual(written('KWD', 1250), ['KWD\u00a01.250', 'KWD\u00a01.250'])
  assert.deepEqual(written('CAD', 990), ['$9.90', '$9.90'])
  assert.deepEqual(written('SEK', 25_000), ['kr\u00a0250', 'kr\u00a0250.00'])
  assert.deepEqual(written('ISK', 50_000), ['kr\u00a0500', 'kr\u00a0500'])
})

test('a price can have as many decimals as cards can be charged', () => {
  const stepOf = (code: string) => {
    sell(code)
    return [minPrice(), isWholeStep(105), tooManyDecimals()]
  }
  const two = 'Enter an amount with at most two decimals.'
  assert.deepEqual(stepOf('USD'), [1, true, two])
  assert.deepEqual(stepOf('KWD'), [10, false, two])
  assert.deepEqual(stepOf('JPY'), [1, true, 'Enter an amount without decimals.'])
  assert.deepEqual(stepOf('ISK'), [100, false, 'Enter an amount without decimals.'])
})

test('an amount is typed as digits with a point', () => {
  assert.deepEqual([typedAmount('12'), typedAmount('12.5'), typedAmount('0.05')], [12, 12.5, 0.05])
  for (const typed of ['', '1.005', '1.000', '-1', '1e3', '1,5', ' 1', '1.', '.5', '1234567890'])
    assert.equal(typedAmount(typed), Number.NaN, typed)
  sell('JPY')
  assert.deepEqual([typedAmount('1234567'), typedAmount('12.5')], [1_234_567, Number.NaN])
})

test('the bounds of a charge are those of the currency', () => {
  assert.deepEqual(currencyOf('USD'), usDollar)
  assert.equal(shopCurrency(), usDollar)
  const least = (code: string) => currencyOf(code).least
  assert.deepEqual(['EUR', 'GBP', 'JPY', 'HUF', 'CZK', 'KWD', 'VND', 'ISK'].map(least), [
    ...[50, 30, 50, 17_500, 1500, 10, 1, 100],
  ])
  for (const code of currencyCodes) {
    const { decimals, places, least, most, symbol } = currencyOf(code)
    assert.ok(least % 10 ** (decimals - places) === 0 && least < most, code)
    assert.ok(symbol.trim() !== '', code)
  }
  assert.equal(new Set(currencyCodes).size, currencyCodes.length)
})

test('an invoice names the currency', () => {
  assert.deepEqual(['USD', 'EUR', 'KWD'].map(currencyNameOf), [
    ...['US dollars (USD)', 'euros (EUR)', 'Kuwaiti dinars (KWD)'],
  ])
})
