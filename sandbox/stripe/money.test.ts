import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { refuseAmount, refuseCurrency, refuseFraction, stepOf, written } from './money.ts'
import { Opened } from './test-sandbox.ts'

const sandbox = new Opened()
beforeAll(() => sandbox.start())
afterAll(() => sandbox.stop())

const refusalOf = (act: () => void): { code?: string; param?: string } | undefined => {
  try {
    act()
    return undefined
  } catch (error) {
    return (error as { body: { code?: string; param?: string } }).body
  }
}
const takes = (amount: number, currency: string): boolean =>
  refusalOf(() => refuseAmount(amount, currency)) === undefined

test('the least and the highest charge of each currency', () => {
  const least: Record<string, number> = {
    ...{ aed: 200, aud: 50, brl: 50, cad: 50, chf: 50, czk: 1500, dkk: 250, eur: 50, gbp: 30, hkd: 400 },
    ...{
      huf: 17_500,
      inr: 50,
      jpy: 50,
      mxn: 1000,
      myr: 200,
      nok: 300,
      nzd: 50,
      pln: 200,
      ron: 200,
      sek: 300,
    },
    ...{ sgd: 50, thb: 1000, usd: 50, krw: 1, twd: 1, kwd: 10, isk: 100, ugx: 100 },
  }
  for (const [currency, amount] of Object.entries(least)) {
    assert.ok(takes(amount, currency), currency)
    assert.ok(!takes(amount - stepOf(currency), currency), currency)
    assert.ok(!takes(100_000_000, currency), currency)
  }
  assert.ok(takes(99_999_999, 'jpy') && takes(99_999_990, 'kwd') && takes(99_999_900, 'isk'))
})

test('a currency that Stripe does not charge is refused', () => {
  for (const currency of ['usd', 'eur', 'jpy', 'kwd', 'isk', 'sle']) refuseCurrency(currency)
  for (const currency of ['zzz', 'irr', 'kpw', 'xau', 'dem', 'iqd'])
    assert.equal(refusalOf(() => refuseCurrency(currency))?.param, 'currency', currency)
})

test('each error has the code of Stripe', () => {
  const codeOf = (amount: number, currency: string) => refusalOf(() => refuseAmount(amount, currency))
  assert.equal(codeOf(0, 'jpy')?.code, 'parameter_invalid_integer')
  assert.equal(codeOf(49, 'jpy')?.code, 'amount_too_small')
  assert.equal(codeOf(100_000_000, 'kwd')?.code, 'amount_too_large')
  assert.equal(codeOf(550, 'isk')?.code, 'invalid_charge_amount_no_decimal_compatible')
  assert.deepEqual([codeOf(1255, 'kwd')?.code, codeOf(1255, 'kwd')?.param], [undefined, 'amount'])
})

test('amounts are written with the decimals that Stripe counts', () => {
  const amounts: [number, string, string][] = [
    [50, 'usd', '$0.50'],
    [1850, 'eur', '€18.50'],
    [1850, 'jpy', '¥1,850'],
    [1250, 'kwd', 'KWD\u00a01.250'],
    [500, 'isk', 'ISK\u00a05.00'],
    [123_400, 'ugx', 'UGX\u00a01,234.00'],
    // Intl knows no decimals of these two, and Stripe counts two.
    [1050, 'afn', 'AFN\u00a010.50'],
    [1050, 'all', 'ALL\u00a010.50'],
  ]
  for (const [amount, currency, words] of amounts) assert.equal(written(amount, currency), words)
})

const anyCurrency = fc.constantFrom(
  'usd',
  'gbp',
  'jpy',
  'krw',
  'mga',
  'bhd',
  'kwd',
  'tnd',
  'isk',
  'ugx',
  'afn',
)

test('only multiples of the step are charged or refunded, and every one within the bounds', () => {
  const steps: Record<string, number> = { bhd: 10, kwd: 10, tnd: 10, isk: 100, ugx: 100 }
  fc.assert(
    fc.property(anyCurrency, fc.integer({ min: 50, max: 99_999_999 }), (currency, amount) => {
      const isWhole = amount % (steps[currency] ?? 1) === 0
      assert.equal(takes(amount, currency), isWhole)
      assert.equal(refusalOf(() => refuseFraction(amount, currency)) === undefined, isWhole)
    }),
  )
})

test('what is written names the amount in minor units again', () => {
  const decimals: Record<string, number> = { jpy: 0, krw: 0, mga: 0, bhd: 3, kwd: 3, tnd: 3 }
  fc.assert(
    fc.property(anyCurrency, fc.integer({ min: 1, max: 99_999_999 }), (currency, amount) => {
      const major = Number(written(amount, currency).replace(/[^\d.]/g, ''))
      assert.equal(Math.round(major * 10 ** (decimals[currency] ?? 2)), amount)
    }),
  )
})

const paid = (amount: number, currency: string) =>
  sandbox.stripe.paymentIntents.create({
    amount,
    currency,
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method: 'pm_card_visa',
  })

test('a refund is in whole steps, too, by the shop and by hand', async () => {
  const cases = [
    { currency: 'kwd', amount: 12_500, wrong: 1255, right: 1250 },
    { currency: 'isk', amount: 50_000, wrong: 150, right: 200 },
  ]
  for (const { currency, amount, wrong, right } of cases) {
    const { id } = await paid(amount, currency)
    const refund = (part: number) => sandbox.stripe.refunds.create({ payment_intent: id, amount: part })
    await assert.rejects(refund(wrong), {
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      param: 'amount',
    })
    const byHand = await fetch(`${sandbox.url}/stripe/test/${id}/refund`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount: wrong }),
    })
    assert.equal(byHand.status, 400)
    assert.equal((await refund(right)).amount, right)
    assert.equal((await sandbox.stripe.refunds.create({ payment_intent: id })).amount, amount - right)
  }
})

test('the dashboard shows yen and fils, and asks for minor units', async () => {
  await paid(1850, 'jpy')
  await paid(1250, 'kwd')
  const shown = await (await fetch(`${sandbox.url}/stripe`)).text()
  for (const text of ['¥1,850', 'KWD\u00a01.250', 'Minor units', 'min="10" step="10"'])
    assert.ok(shown.includes(text), text)
})
