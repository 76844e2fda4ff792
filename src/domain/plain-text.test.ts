import assert from 'node:assert/strict'
import { test } from 'vitest'
import { lineFault, linesFault, oneLine, trimLine, trimLines } from './plain-text.ts'

test('ordinary single-line text is accepted in every script', () => {
  for (const text of [
    'Ann O’Brien, 4 Long Lane · flat “B”',
    'Łukasz Żółw',
    'Jo\u0308rg',
    'اسم\u200Cها',
    'श्\u200Dय',
    'family 👨\u200D👩\u200D👧\u200D👦',
    '❤\uFE0F\u200D🔥 and ❤\uFE0F',
    '👩🏽\u200D💻',
    '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    '1\uFE0F\u20E3',
    '葛\u{E0100}城',
    'שלום 12',
  ])
    assert.equal(lineFault(trimLine(text)), undefined, JSON.stringify(text))
})

test('line breaks, controls, direction marks and zero-width characters are refused', () => {
  for (const mark of ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])
    assert.match(lineFault(`Own${mark}Paid: $0`) ?? '', /one line/, JSON.stringify(mark))
  for (const mark of [
    '\x1b',
    '\x07',
    '\x7f',
    '\x9b',
    '\u00AD',
    '\u200B',
    '\u200C',
    '\u200D',
    '\u200E',
    '\u200F',
    '\u202A',
    '\u202E',
    '\u2060',
    '\u2066',
    '\u2069',
    '\u3164',
    '\uFEFF',
    '\uFFF9',
    '\u{E0041}',
    '\u{E0001}',
  ])
    assert.match(lineFault(`Ann${mark}Lee`) ?? '', /invisible/, JSON.stringify(mark))
  assert.match(lineFault('\uFE0F') ?? '', /invisible/, 'nothing visible')
  assert.match(lineFault('a\uFE0F\uFE0F') ?? '', /invisible/)
  assert.match(lineFault('👩\u200D') ?? '', /invisible/)
})

test('direction marks around a copied number are trimmed', () => {
  assert.equal(trimLine(' \u202A+49 30 1234\u202C\n'), '+49 30 1234')
  assert.equal(trimLine('Ann\tLee'), 'Ann Lee')
  assert.equal(trimLine('\u200B \u2060'), '')
})

test('paragraphs have one kind of line break and no other controls', () => {
  assert.equal(trimLines('\r\na\r\nb\rc\u2028d\te\n'), 'a\nb\nc\nd e')
  assert.equal(linesFault('a\n\nb\u00ADc 👩\u200D💻 \u200Fשלום'), undefined)
  for (const mark of ['\x1b', '\0', '\x85', '\u202E', '\u2067', '\uFFFA'])
    assert.match(linesFault(`a${mark}b`) ?? '', /invisible/, JSON.stringify(mark))
})

test('any text can be put on one line', () => {
  assert.equal(oneLine('Own\nPaid: $0'), 'Own Paid: $0')
  assert.equal(oneLine('\x1b[31mAnn\u202E\r\n'), '[31mAnn')
  assert.equal(oneLine('a\r\n\n\tb\u200Bc\uFEFF'), 'a bc')
  assert.equal(oneLine('family 👨\u200D👩\u200D👧'), 'family 👨\u200D👩\u200D👧')
  for (let point = 0; point < 0x3000; point++) {
    const line = oneLine(`a${String.fromCodePoint(point)}b`)
    assert.equal(lineFault(line), undefined, point.toString(16))
  }
})
