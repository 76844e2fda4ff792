import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { cellOf, textIn } from './spreadsheet.ts'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']

test('every kind of formula gets an apostrophe, and other text is unchanged', () => {
  for (const sign of [...signs, '\t', '\r', '\n']) assert.equal(cellOf(`${sign}1+1`), `'${sign}1+1`)
  for (const text of ['', 'Oak = tray', "'", "it's", "'tis", "5' x 3'", '№ 5', '日本', 'a; b, c\n\nd\te'])
    assert.equal(cellOf(text), text)
})

test('a formula after any cell separator or line break gets an apostrophe', () => {
  for (const sign of signs)
    for (const end of [',', ';', '\t', '\r', '\n', '\r\n']) {
      assert.equal(cellOf(`1 Mill Lane${end}${sign}1`), `1 Mill Lane${end}'${sign}1`)
      assert.equal(cellOf(`1 Mill Lane${end} "${sign}1`), `1 Mill Lane${end}' "${sign}1`)
    }
  assert.equal(cellOf("a;=cmd|'/C calc'!A0;\n=1+1;x"), "a;'=cmd|'/C calc'!A0;\n'=1+1;x")
})

/** Fails if only text that starts with a sign gets an apostrophe: "'=1" then comes back as "=1". */
test('escaping and unescaping returns the same text, and no escaped part starts a formula', () => {
  const unit = fc.oneof(
    fc.constantFrom("'", '"', ' ', '\u00a0', ',', ';', '\t', '\r', '\n', ...signs),
    fc.string(),
  )
  fc.assert(
    fc.property(
      fc.array(unit).map(units => units.join('')),
      text => {
        const cell = cellOf(text)
        assert.equal(textIn(cell), text)
        assert.doesNotMatch(cell, /^[\t\r\n]/)
        for (const part of cell.split(/[,;\t\r\n]/)) assert.doesNotMatch(part, /^["\s]*[=+\-@＝＋－＠]/)
      },
    ),
  )
})
