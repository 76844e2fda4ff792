import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { cellOf, textIn } from './spreadsheet.ts'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']

test('a formula gets an apostrophe, whatever sign it begins with; other text stays as it is', () => {
  for (const sign of [...signs, '\t', '\r', '\n']) assert.equal(cellOf(`${sign}1+1`), `'${sign}1+1`)
  for (const text of ['', 'Oak = tray', "'", "it's", "'tis", "5' x 3'", '№ 5', '日本', 'a; b, c\n\nd\te'])
    assert.equal(cellOf(text), text)
})

test('so does one that begins where another program sees the end of a cell or a line', () => {
  for (const sign of signs)
    for (const end of [',', ';', '\t', '\r', '\n', '\r\n']) {
      assert.equal(cellOf(`1 Mill Lane${end}${sign}1`), `1 Mill Lane${end}'${sign}1`)
      assert.equal(cellOf(`1 Mill Lane${end} "${sign}1`), `1 Mill Lane${end}' "${sign}1`)
    }
  assert.equal(cellOf("a;=cmd|'/C calc'!A0;\n=1+1;x"), "a;'=cmd|'/C calc'!A0;\n'=1+1;x")
})

/** Fails where only what begins with a sign gets an apostrophe: "'=1" then comes back as "=1". */
test('what was made a cell is the same text afterwards, and no part of it begins a formula', () => {
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
