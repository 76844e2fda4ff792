import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { separatorFault, typedNumber } from './typed-number.ts'

const readings: readonly (readonly [string, number])[] = [
  ['4,90', 4.9],
  ['4.90', 4.9],
  ['5,5', 5.5],
  [' 1 234,50 ', 1234.5],
  ['1\u00a0234,50', 1234.5],
  ['1\u202f234\u202f567.5', 1_234_567.5],
  ['1234', 1234],
  ['1234,567', 1234.567],
  ['0,125', 0.125],
  ['8.875', 8.875],
  ['4,', 4],
  [',5', 0.5],
  ['007', 7],
  ['-1', -1],
]

test('a comma and a point are the same, and spaces separate thousands', () => {
  for (const [typed, number] of readings) {
    assert.equal(typedNumber(typed), number, typed)
    assert.equal(separatorFault(typed), undefined, typed)
  }
})

test('a number that could be read in two ways is refused with a sentence', () => {
  for (const typed of ['1,234', ' 12,345 ', '1.234,5', '1,234.50', '1.234.567', '1,234,567']) {
    assert.equal(typedNumber(typed), Number.NaN, typed)
    assert.equal(separatorFault(typed), 'Leave out the thousands separator: write 1234 or 1.23.', typed)
  }
})

test('anything else is no number', () => {
  const others = [
    '',
    ' ',
    '.',
    ',',
    '-',
    '+5',
    '4,9 €',
    '$5',
    '1e3',
    '0x10',
    '12 34',
    '1 2345',
    '4..9',
    '4, 9',
  ]
  for (const typed of [...others, 'Infinity', 'NaN', 'five', '--5', '٤'])
    assert.equal(typedNumber(typed), Number.NaN, typed)
})

/** A reader of another kind: the digits one by one. */
test('what is written with two decimals is read back, in every way of writing it', () => {
  const ways = fc.record({
    minor: fc.integer({ min: 0, max: 99_999_999 }),
    point: fc.constantFrom('.', ','),
    space: fc.constantFrom('', ' ', '\u00a0', '\u202f'),
    around: fc.constantFrom('', ' ', '\u00a0'),
  })
  fc.assert(
    fc.property(ways, ({ minor, point, space, around }) => {
      const [whole = '', fraction = ''] = (minor / 100).toFixed(2).split('.')
      const grouped = [...whole].reduceRight(
        (text, digit, index) =>
          digit + ((whole.length - index) % 3 === 1 && text && index < whole.length - 1 ? space : '') + text,
        '',
      )
      assert.equal(typedNumber(`${around}${grouped}${point}${fraction}${around}`), minor / 100)
    }),
  )
})

test('no text is read as another number than its digits say', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789., -e'), maxLength: 12 }), typed => {
      const number = typedNumber(typed)
      if (Number.isNaN(number)) return
      const digits = (text: string) => text.replaceAll(/\D/g, '').replace(/^0+/, '')
      const decimals = /[.,](\d*)\s*$/.exec(typed)?.[1]?.length ?? 0
      assert.equal(digits(Math.abs(number).toFixed(decimals)), digits(typed))
    }),
  )
})
