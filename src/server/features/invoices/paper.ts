import PDFDocument from 'pdfkit'
import { blank, printable, type Typeface, typefaceFor, typefaces } from '../../adapters/typefaces.ts'

export const ink = {
  text: '#2a241f',
  soft: '#6b5f55',
  line: '#d9cdbf',
  moss: '#35623f',
} as const

/** A4, in points. */
export const sheet = { width: 595.28, height: 841.89, margin: 56 } as const

/** The footer starts here. */
const bottom = sheet.height - 90

export interface Style {
  x?: number
  width?: number
  size?: number
  typeface?: Typeface
  color?: string
  align?: 'left' | 'right'
}

export interface Title {
  title: string
  author: string
  at: number
}

/** A document that is written from top to bottom. The same calls produce the same bytes. */
export class Paper {
  readonly pdf: PDFKit.PDFDocument
  /** The vertical position of the next line. */
  y: number = sheet.margin
  /** Whether some character was in neither typeface. */
  lacksLetters = false
  readonly #bytes: Promise<Buffer>

  constructor({ title, author, at }: Title) {
    this.pdf = new PDFDocument({
      size: [sheet.width, sheet.height],
      margin: 0,
      pdfVersion: '1.7',
      // Undefined would load Helvetica, which is not needed.
      font: '',
      lang: 'en',
      displayTitle: true,
      info: { Title: title, Author: author, CreationDate: new Date(at) },
    })
    // It accepts parsed fonts since 0.20, but its types lack them.
    for (const [name, font] of Object.entries(typefaces))
      this.pdf.registerFont(name, font as unknown as Buffer)
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const chunks: Buffer[] = []
    this.pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    this.pdf.once('end', () => resolve(Buffer.concat(chunks)))
    this.pdf.once('error', reject)
    this.#bytes = promise
  }

  /** Writes at the current position and returns the height. Does not move the position. */
  write(written: string, style: Style = {}): number {
    const { x = sheet.margin, size = 9.5, typeface = 'text', color = ink.text, align = 'left' } = style
    const width = style.width ?? sheet.width - sheet.margin - x
    const text = printable(written)
    this.lacksLetters ||= text.includes(blank)
    this.pdf.font(typefaceFor(typeface, text)).fontSize(size).fillColor(color)
    // Old-style figures read like letters: 89.00 as 89.oo.
    const options = { width, align, lineGap: size * 0.35, features: ['lnum' as const] }
    const height = this.pdf.heightOfString(text, options)
    this.pdf.text(text, x, this.y, options)
    return height
  }

  /** Writes a paragraph and moves below it. */
  paragraph(text: string, style?: Style): void {
    this.y += this.write(text, style)
  }

  /** Writes columns and moves below the longest one. */
  row(cells: readonly (readonly [string, Style])[]): void {
    this.keepTogether(40)
    this.y += Math.max(...cells.map(([text, style]) => this.write(text, style)))
  }

  rule(): void {
    const { margin, width } = sheet
    this.pdf
      .moveTo(margin, this.y)
      .lineTo(width - margin, this.y)
      .lineWidth(0.75)
      .strokeColor(ink.line)
      .stroke()
  }

  finish(): Promise<Buffer> {
    this.pdf.end()
    return this.#bytes
  }

  /** Starts a new page if this one has too little room. */
  keepTogether(height: number): void {
    if (this.y + height <= bottom) return
    this.pdf.addPage()
    this.y = sheet.margin
  }
}
