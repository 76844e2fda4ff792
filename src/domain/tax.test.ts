import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { problemsOfRates, rateOn, type TaxRate, taxCredited, taxesOf, taxIn, unknownRate } from './tax.ts'

const rate = (name: string, percent: number, from = '2026-01-01'): TaxRate => ({ name, percent, from })

test('the tax in a price is rounded half up, once', () => {
  const cases: [gross: number, percent: number, tax: number][] = [
    [12_000, 20, 2000],
    [1850, 20, 308],
    [490, 5.5, 26],
    [3, 100, 2],
    [1, 20, 0],
    [100, 0, 0],
    [0, 20, 0],
    [10_887, 8.875, 887],
    [99_999_999_999, 21, 17_355_371_901],
  ]
  for (const [gross, percent, tax] of cases)
    assert.equal(taxIn(gross, percent), tax, `${percent} % of ${gross}`)
})

const percents = fc.integer({ min: 0, max: 100_000 }).map(thousandths => thousandths / 1000)
const amounts = fc.integer({ min: 0, max: 100_000_000 })

test('tax and net are nearest to the exact values', () => {
  fc.assert(
    fc.property(amounts, percents, (gross, percent) => {
      const tax = taxIn(gross, percent)
      const exact = (gross * percent) / (100 + percent)
      assert.ok(Math.abs(tax - exact) <= 0.5 + 1e-6, `${tax} instead of ${exact}`)
      assert.ok(tax >= 0 && tax <= gross)
    }),
  )
})

/** Fails if tax is rounded for each order: three times 0.33 are not 1. */
test('the rates of an invoice add up to its taxed amounts, rounded once for each', () => {
  const sold = [
    { name: 'Standard', percent: 20, gross: 199 },
    { name: 'Reduced', percent: 5.5, gross: 1000 },
    { name: 'Standard', percent: 20, gross: 199 },
    { name: 'Standard', percent: 20, gross: 199 },
  ]
  assert.deepEqual(taxesOf(sold), [
    { name: 'Standard', percent: 20, gross: 597, tax: 100 },
    { name: 'Reduced', percent: 5.5, gross: 1000, tax: 52 },
  ])
  assert.deepEqual(taxesOf([]), [])
})

/** Fails if each credit note is rounded for itself: many small ones would give back too little, or too much. */
test('credit notes give back the whole tax when all is credited, and never more than their amount', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(parts, percents, (credited, percent) => {
      const gross = credited.reduce((sum, part) => sum + part, 0)
      let before = 0
      let tax = 0
      for (const part of credited) {
        const share = taxCredited(part, before, percent)
        assert.ok(share >= 0 && share <= part)
        assert.ok(Math.abs(share - taxIn(part, percent)) <= 1)
        assert.equal(taxCredited(-part, before + part, percent) + share, 0)
        before += part
        tax += share
      }
      assert.equal(tax, taxIn(gross, percent))
    }),
  )
})

test('an item has the rate that it names, from its day on, or the first', () => {
  const rates = [rate('Standard', 19), rate('Reduced', 7), rate('Standard', 20, '2026-07-01')]
  const percentOn = (tax: string, day: string) => rateOn(rates, tax, day)?.percent
  assert.equal(percentOn('', '2026-06-30'), 19)
  assert.equal(percentOn('Standard', '2026-07-01'), 20)
  assert.equal(percentOn('Reduced', '2026-07-01'), 7)
  assert.equal(percentOn('Gone', '2026-07-01'), 20)
  assert.equal(percentOn('Reduced', '2025-12-31'), undefined)
  assert.equal(rateOn([], '', '2026-07-01'), undefined)
})

test('rates that cannot be told apart are named', () => {
  assert.deepEqual(problemsOfRates([rate('A', 1), rate('B', 1), rate('A', 2, '2026-02-01')]), [])
  assert.deepEqual(problemsOfRates([rate('A', 1), rate('A', 2)]), [
    [1, 'There are two rates ‘A’ from the same day.'],
  ])
  assert.deepEqual(problemsOfRates([rate('Standard', 1), rate('STANDARD', 2, '2026-02-01')]), [
    [1, 'Write ‘Standard’ as above, or choose another name.'],
  ])
})

test('an item can only name a rate of the shop', () => {
  const rates = [rate('Standard', 20), rate('Reduced', 5.5)]
  assert.equal(unknownRate(rates, ''), undefined)
  assert.equal(unknownRate(rates, 'Reduced'), undefined)
  assert.equal(unknownRate(rates, 'Zero'), 'There is no tax rate ‘Zero’. Choose ‘Standard’ or ‘Reduced’.')
  assert.equal(unknownRate([], 'Zero'), 'Your shop has no tax rates. Add them under Your shop, Selling.')
})
