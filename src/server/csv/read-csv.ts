import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { textIn } from '#domain/spreadsheet.ts'
import { bounds } from '../bounds.ts'

/** Lines are numbered as in spreadsheets: quoted text is one line, even with line breaks. */
interface CsvLine {
  line: number
  cells: string[]
}

/** Receives the progress, between 0 and 1. */
export type OnProgress = (share: number) => void

/** Why the file cannot be read from this line on. */
export class CsvFault extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const faults: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote opens here and is not closed.',
  CSV_MAX_RECORD_SIZE: 'This line is too long. Perhaps a quote opens here and is not closed.',
  CSV_INVALID_CLOSING_QUOTE: 'There is text after a closing quote. Write a quote inside quotes twice.',
  INVALID_OPENING_QUOTE:
    'There is a quote in the middle of a cell. Put the whole cell in quotes and write that quote twice.',
}

/**
 * Reads the lines of a UTF-8 file with commas or semicolons. Empty lines are skipped but counted: a file of line breaks
 * could have millions.
 */
export async function* readCsv(
  file: Buffer,
  mostLines: number,
  onProgress: OnProgress = () => undefined,
): AsyncGenerator<CsvLine> {
  refuseOtherEncoding(file)
  const parser = parse({
    bom: true,
    delimiter: separatorOf(file),
    relax_column_count: true,
    // Limits how much an unclosed quote can swallow.
    max_record_size: bounds.csvLineBytes,
  })
  let line = 0
  try {
    for await (const cells of Readable.from(slices(file, onProgress)).pipe(parser) as AsyncIterable<
      string[]
    >) {
      line++
      if (line > mostLines) throw new CsvFault(line, tooManyLines(mostLines))
      if (cells.length > bounds.csvCells) throw new CsvFault(line, tooManyCells)
      const texts = cells.map(textIn)
      if (texts.some(text => text.trim() !== '')) yield { line, cells: texts }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // Rows read earlier in the same slice are lost by then, but still counted.
    throw new CsvFault(Number(error.records) + 1, faults[error.code] ?? error.message)
  }
}

const tooManyLines = (most: number): string =>
  `A file can have at most ${(most - 1).toLocaleString('en-US')} lines below the column names.`

const tooManyCells = `A line can have at most ${bounds.csvCells} cells.`

const sliceBytes = 32 * 1024

/** Pauses between slices, so that other requests run: a large file takes a second. */
async function* slices(file: Buffer, onProgress: OnProgress): AsyncGenerator<Buffer> {
  for (let start = 0; start < file.length; start += sliceBytes) {
    yield file.subarray(start, start + sliceBytes)
    onProgress(start / file.length)
    await setImmediate()
  }
}

/** The separator is found in the first line: it has the column names, which contain neither separator. */
function separatorOf(file: Buffer): ',' | ';' {
  const [names = ''] = file.toString('utf8', 0, 1000).split(/[\r\n]/, 1)
  return names.includes(';') ? ';' : ','
}

function refuseOtherEncoding(file: Buffer): void {
  if (isUtf8(file)) return
  let [line, start] = [1, 0]
  for (let end = file.indexOf('\n'); end >= 0 && isUtf8(file.subarray(start, end)); line++) {
    start = end + 1
    end = file.indexOf('\n', start)
  }
  throw new CsvFault(line, 'The file is not in UTF-8. Save it as “CSV UTF-8”.')
}
