import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { CsvFault, readCsv } from './read-csv.ts'
import { csvLines, csvStart } from './write-csv.ts'

const read = async (file: string | Buffer): Promise<string[][]> => {
  const rows: string[][] = []
  for await (const { cells } of readCsv(Buffer.from(file), 10)) rows.push(cells)
  return rows
}

const lineNumbers = async (file: string): Promise<number[]> => {
  const lines: number[] = []
  for await (const { line } of readCsv(Buffer.from(file), 10)) lines.push(line)
  return lines
}

test('commas or semicolons, any line ending, with or without a byte order mark', async () => {
  const wanted = [
    ['name', 'price'],
    ['Oak, "small"; new', '5'],
    ['Zwölf\nMöbel', ''],
  ]
  for (const separator of [',', ';'])
    for (const end of ['\n', '\r\n', '\r'])
      for (const mark of ['', '\ufeff'])
        for (const last of ['', end]) {
          const lines = [
            `name${separator}price`,
            `"Oak, ""small""; new"${separator}5`,
            `"Zwölf\nMöbel"${separator}`,
          ]
          assert.deepEqual(
            await read(mark + lines.join(end) + last),
            wanted,
            JSON.stringify([separator, end]),
          )
        }
})

test('lines are numbered like the rows of a spreadsheet', async () => {
  const file = 'name,description\nA,"two\nlines"\n\n,\nB,b\n'
  assert.deepEqual(await lineNumbers(file), [1, 2, 5])
})

test('a syntax error is reported with its line', async () => {
  const cases: [string | Buffer, number, RegExp][] = [
    ['a,b\n1,2\n"x,3\n4,5\n', 3, /opens here and is not closed/],
    [`a,b\n1,"${'x'.repeat(70_000)}\n`, 2, /too long/],
    ['a,b\n1,2\n"x"y,3\n', 3, /inside quotes twice/],
    ['a,b\n1,5" nail\n', 2, /middle of a cell/],
    [Buffer.from('a,b\n1,2\nM\xfcll,3\n', 'latin1'), 3, /not in UTF-8/],
    ['a,b\n'.repeat(11), 11, /at most 9 lines/],
    ['a,b\n'.padEnd(100_000, '\n'), 11, /at most 9 lines/],
    [Buffer.from('\ufeffa,b\n1,2\n', 'utf16le'), 1, /not in UTF-8/],
  ]
  for (const [file, line, message] of cases)
    await assert.rejects(read(file), (error: unknown) => {
      assert.ok(error instanceof CsvFault)
      assert.equal(error.line, line, error.message)
      assert.match(error.message, message)
      return true
    })
})

const pieces = fc
  .array(fc.constantFrom('=1', '-', '@x', "'", '"', ' ', ',', ';', '\t', '\r', '\n', 'Mill Lane'))
  .map(parts => parts.join(''))

/** Fails if defused formulas cannot be restored, or if a cell is not quoted. */
test('everything that is written is read back unchanged', async () => {
  const cell = fc
    .oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=1+1', "'=1", '@x', '"', ',', ';', '\r\n', '\n', '\t'),
      pieces,
    )
    .filter(text => text.isWellFormed())
  const row = fc.tuple(cell, cell, fc.constant('end'))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async rows => {
      const file = csvStart([['a', 'b', 'c'], ...rows])
      assert.deepEqual(await read(file), [['a', 'b', 'c'], ...rows])
    }),
  )
})

/**
 * The cells of a file as a program with this separator reads them. Like spreadsheets, it accepts a quote only at the
 * beginning of a cell, and takes the text after the closing quote literally.
 */
function* cellsEndedBy(sign: string, file: string): Generator<string> {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${sign}\\r\\n]*)(?:[${sign}\\r\\n]|$)`, 'y')
  while (cell.lastIndex < file.length) {
    const [, quoted = '', rest = ''] = cell.exec(file) ?? assert.fail('No cell')
    yield quoted.replaceAll('""', '"') + rest
  }
}

/** Fails if only the beginning of a text is checked: an address with a semicolon could contain a formula. */
test('no program sees a formula in a text, whatever its separator', () => {
  const row = fc.tuple(pieces, pieces, fc.constant('end'))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), rows => {
      const file = csvLines(rows)
      for (const sign of [',', ';', '\t'])
        for (const seen of [...cellsEndedBy(sign, file), ...file.split(new RegExp(`[${sign}\\r\\n]`))])
          assert.doesNotMatch(seen, /^["\s]*[=+\-@]/, JSON.stringify({ sign, file }))
    }),
    { numRuns: 1000 },
  )
})

/** Fails if only this file's own line ending is quoted: many programs accept others. */
test('every possible separator and line ending is quoted', () => {
  assert.equal(
    csvLines([['a\nb', 'c\rd', 'e\r\nf', 'g;h', 'i,j', 'k"l', 'm\tn', 'o', 5, true, null]]),
    '"a\nb","c\rd","e\r\nf","g;h","i,j","k""l","m\tn",o,5,true,\r\n',
  )
})
