import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cellOf, textIn } from './spreadsheet.ts'

test('a formula gets an apostrophe, whatever sign it begins with; other text stays as it is', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
    assert.equal(cellOf(`${sign}1+1`), `'${sign}1+1`)
  for (const text of ['', 'Oak = tray', "'", "it's", "'tis", "5' x 3'", ' =1+1', '№ 5', '日本'])
    assert.equal(cellOf(text), text)
})

/** Fails where only what begins with a sign gets an apostrophe: "'=1" then comes back as "=1". */
test('what was made a cell is the same text afterwards, and no cell begins a formula', () => {
  const unit = fc.oneof(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝'), fc.string())
  fc.assert(
    fc.property(
      fc.array(unit).map(units => units.join('')),
      text => {
        assert.equal(textIn(cellOf(text)), text)
        assert.doesNotMatch(cellOf(text), /^[=+\-@\t\r\n＝＋－＠]/)
      },
    ),
  )
})
