import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterEach, test } from 'vitest'
import { currencyOf } from './currencies.ts'
import { setShopCurrency, shopCurrency, usDollar } from './currency.ts'
import { isWholeStep, minPrice } from './money.ts'
import { Refusal } from './refusal.ts'
import {
  discountOf,
  findVoucher,
  normalizeCode,
  noSuchVoucher,
  problemsOfVouchers,
  usesFault,
  type Voucher,
  voucherFault,
} from './voucher.ts'

afterEach(() => setShopCurrency(usDollar))

const welcome: Voucher = {
  code: 'WELCOME10',
  percent: 10,
  amount: null,
  from: '2026-11-01',
  until: '2026-12-24',
  least: null,
  uses: null,
  usesPerPerson: null,
}
const fiver: Voucher = { ...welcome, code: 'FIVE', percent: null, amount: 5 }

test('a code is found however it is typed, also with letters that look alike', () => {
  assert.equal(normalizeCode(' wel come10\n'), 'WELCOME10')
  for (const typed of ['WELCOME10', ' welcome10 ', 'welc0me1O', 'WE1COMEI0', 'WEICOMEL0'])
    assert.equal(findVoucher([fiver, welcome], typed), welcome, typed)
  for (const typed of ['WELCOME', 'WELCOME100', ''])
    assert.equal(findVoucher([fiver, welcome], typed), undefined)
})

test('mistakes in a list are named at their field', () => {
  const problems: [Voucher[], [number, string, string][]][] = [
    [[welcome, fiver], []],
    [
      [welcome, { ...fiver, code: 'WELC0ME1O' }],
      [[1, 'code', 'This looks like ‘WELCOME10’. Choose another code.']],
    ],
    [[{ ...welcome, percent: null }], [[0, 'percent', 'Enter a percentage or an amount.']]],
    [[{ ...welcome, amount: 5 }], [[0, 'amount', 'Enter a percentage or an amount, not both.']]],
    [[{ ...welcome, until: '2026-10-31' }], [[0, 'until', 'The last day is before the first one.']]],
    [[{ ...welcome, until: '2026-11-01' }], []],
    [[{ ...welcome, until: '' }], []],
  ]
  for (const [list, expected] of problems) assert.deepEqual(problemsOfVouchers(list), expected)
})

/** Fails if the first or the last day does not count, or if the least sum itself is too little. */
test('a voucher is good from its first to its last day, for its least sum', () => {
  const from30 = { ...welcome, least: 30 }
  assert.equal(voucherFault(from30, 3000, '2026-11-01'), undefined)
  assert.equal(voucherFault(from30, 3000, '2026-12-24'), undefined)
  assert.equal(voucherFault({ ...from30, until: '' }, 3000, '2099-01-01'), undefined)
  assert.equal(voucherFault(from30, 3000, '2026-10-31'), 'This voucher is valid from Nov 1, 2026 on.')
  assert.equal(voucherFault(from30, 3000, '2026-12-25'), 'This voucher was valid until Dec 24, 2026.')
  assert.equal(
    voucherFault(from30, 2999, '2026-12-01'),
    'This voucher needs goods for at least $30. Yours come to $29.99.',
  )
})

test('a voucher is used up by its number of payments, in all and of one customer', () => {
  const limited = { ...welcome, uses: 10, usesPerPerson: 1 }
  assert.equal(usesFault(limited, { all: 9, ofCustomer: 0 }), undefined)
  assert.equal(usesFault(limited, { all: 10, ofCustomer: 0 }), 'This voucher has been used up.')
  assert.equal(usesFault(limited, { all: 1, ofCustomer: 1 }), 'You have used this voucher already.')
  assert.equal(usesFault({ ...limited, usesPerPerson: 3 }, { all: 3, ofCustomer: 2 }), undefined)
  assert.match(
    usesFault({ ...limited, usesPerPerson: 3 }, { all: 3, ofCustomer: 3 }) ?? '',
    /3 times already/,
  )
  assert.equal(usesFault(welcome, { all: 999, ofCustomer: 99 }), undefined)
})

/** 10 % of 46.59 is 4.659, of 46.55 is 4.655, of 46.54 is 4.654. Fails if delivery is made cheaper. */
test('a percentage is rounded half up, and an amount is at most the goods', () => {
  assert.deepEqual(
    [4659, 4655, 4654].map(goods => discountOf(welcome, goods, 490)),
    [466, 466, 465],
  )
  assert.equal(discountOf({ ...welcome, percent: 5.5 }, 10_000, 0), 550)
  assert.equal(discountOf(fiver, 4659, 490), 500)
  assert.equal(discountOf(fiver, 300, 490), 300)
  assert.equal(discountOf(fiver, 500, 0), 500)
})

/** Fails if the card would be charged less than the provider takes. */
test('a card is charged at least the least charge, or nothing', () => {
  assert.equal(discountOf(fiver, 549, 0), 499)
  assert.equal(discountOf(fiver, 550, 0), 500)
  assert.equal(discountOf({ ...welcome, percent: 100 }, 30, 30), 10)
  assert.equal(discountOf({ ...welcome, percent: 100 }, 5000, 0), 5000)
})

test('whatever the voucher, the currency and the goods, something payable is left', () => {
  const voucher = fc
    .record({
      percent: fc.option(fc.integer({ min: 1, max: 100_000 }).map(n => n / 1000)),
      amount: fc.integer({ min: 1, max: 1_000_000 }),
    })
    .map(({ percent, amount }) => ({ ...welcome, percent, amount: percent === null ? amount : null }))
  fc.assert(
    fc.property(
      voucher,
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.constantFrom('USD', 'JPY', 'KWD', 'ISK', 'HUF'),
      (any, goodsSteps, deliverySteps, code) => {
        setShopCurrency(currencyOf(code))
        const [goods, delivery] = [goodsSteps * minPrice(), deliverySteps * minPrice()]
        fc.pre(goods + delivery >= shopCurrency().least)
        const discount = discountOf(any, goods, delivery)
        const left = goods + delivery - discount
        assert.ok(discount >= 0 && discount <= goods && isWholeStep(discount))
        assert.ok(left === 0 || left >= shopCurrency().least)
      },
    ),
  )
})

test('an unknown code is refused at its field', () => {
  const refusal = noSuchVoucher()
  assert.ok(refusal instanceof Refusal)
  assert.equal(refusal.code, 'voucher_refused')
  assert.deepEqual(Object.keys(refusal.extras.fields ?? {}), ['voucher'])
})
