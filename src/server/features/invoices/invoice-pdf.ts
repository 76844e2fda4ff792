import { currencyNameOf, currencyOf } from '#domain/currencies.ts'
import { type Currency, usDollar } from '#domain/currency.ts'
import type { InvoiceContent, InvoiceKind, ShopDetails } from '#domain/invoice.ts'
import { formatExact, type Minor, sumOf } from '#domain/money.ts'
import { paidWords } from '#domain/noted-payment.ts'
import { paletteOf, usualAccent } from '#domain/palette.ts'
import type { TaxSum } from '#domain/tax.ts'
import { drawEdge, drawStamp } from './ornaments.ts'
import { ink, Paper, type Style, sheet } from './paper.ts'

/** Everything that is printed. */
export interface PrintedInvoice extends InvoiceContent {
  shop: ShopDetails
  number: string
  kind: InvoiceKind
  amount: Minor
  issuedAt: number
  /** What of the amount is tax, per rate. */
  taxes: readonly TaxSum[]
}

interface Words {
  title: string
  about: string
  total: string
  stamp?: string
}

const words: Readonly<Record<InvoiceKind, Words>> = {
  invoice: { title: 'Invoice', about: '', total: 'Total paid', stamp: 'Paid' },
  credit_note: { title: 'Credit note', about: 'For invoice', total: 'Credited', stamp: 'Refunded' },
  cancellation: { title: 'Cancellation', about: 'Of credit note', total: 'Credit taken back' },
}

/** Version 1.0 printed every document like this. */
const styleOfOne = { accent: usualAccent, edge: 'awning' } as const

/** Pure: the same invoice produces the same bytes. */
export function invoicePdf(invoice: PrintedInvoice): Promise<Buffer> {
  const { shop, kind, number, issuedAt } = invoice
  const { title, stamp } = words[kind]
  const paper = new Paper({ title: `${title} ${number}`, author: shop.name, at: issuedAt })
  const { edge, accent } = shop.style ?? styleOfOne
  drawEdge(paper, edge, paletteOf(accent).light)
  drawHead(paper, invoice)
  const currency = currencyOf(invoice.currency ?? usDollar.code)
  drawLines(paper, invoice, currency)
  drawTaxes(paper, invoice.taxes, currency)
  paper.keepTogether(100)
  const totalAt = paper.y
  drawTotal(paper, invoice, currency)
  if (stamp) drawStamp(paper, stamp, { x: sheet.margin + 8, y: totalAt + 6 })
  if (shop.taxNote) {
    paper.y += 14
    paper.paragraph(shop.taxNote, label)
  }
  drawFoot(paper, shop)
  return paper.finish()
}

const middle = 318
const left = { width: middle - sheet.margin - 24 } satisfies Style
const right = { x: middle } satisfies Style
const label = { size: 8, color: ink.soft } satisfies Style

/** The shop and its customer on the left, the kind of document on the right. */
function drawHead(paper: Paper, invoice: PrintedInvoice): void {
  const { shop, customer, kind } = invoice
  const color = paletteOf((shop.style ?? styleOfOne).accent).light['--color-primary']
  const top = 84
  paper.y = top
  paper.paragraph(words[kind].title, { ...right, typeface: 'serif', size: 26, color })
  paper.y += 6
  for (const [name, value] of factsOf(invoice)) {
    paper.row([
      [name, { ...right, ...label, width: 66 }],
      // The card provider's ids are as long as the line.
      [value, { x: middle + 70, size: value.length > 24 ? 8.5 : 9.5 }],
    ])
    paper.y += 3
  }
  const below = paper.y
  paper.y = top
  paper.paragraph(shop.name, { ...left, typeface: 'serif', size: 20 })
  paper.y += 4
  for (const line of shop.address) paper.paragraph(line, { ...left, color: ink.soft })
  paper.y += 26
  paper.paragraph('Billed to', { ...left, ...label })
  paper.y += 3
  paper.paragraph(customer.name, { ...left, typeface: 'strong' })
  paper.paragraph(addressLine(customer.address), left)
  paper.paragraph(customer.email, { ...left, color: ink.soft })
  paper.y = Math.max(paper.y, below) + 30
}

/** Old orders may have addresses with several lines. */
const addressLine = (address: string): string =>
  address
    .split(/\s*\n\s*/)
    .filter(Boolean)
    .join(', ')

function factsOf(invoice: PrintedInvoice) {
  const { number, kind, about, issuedAt, shop, orderNumber, transactionId, paidBy } = invoice
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: shop.timeZone })
  const facts: [string, string][] = [
    ['Number', number],
    ['Date', day.format(issuedAt)],
  ]
  if (about) facts.push([words[kind].about, about])
  facts.push([orderNumber.includes(',') ? 'Orders' : 'Order', orderNumber])
  facts.push(paidBy ? ['Payment', paidWords(paidBy)] : ['Transaction id', transactionId])
  return facts
}

const columns = {
  text: { width: 240 },
  quantity: { x: 306, width: 50, align: 'right' },
  price: { x: 366, width: 80, align: 'right' },
  total: { x: 456, align: 'right' },
} satisfies Record<string, Style>

function drawLines(paper: Paper, { lines }: PrintedInvoice, currency: Currency): void {
  paper.row([
    ['Item', { ...columns.text, ...label }],
    ['Quantity', { ...columns.quantity, ...label }],
    ['Unit price', { ...columns.price, ...label }],
    ['Amount', { ...columns.total, ...label }],
  ])
  paper.y += 4
  for (const { text, quantity, unitPrice, total, tax } of lines) {
    const rate = tax ? ` (${tax.percent} % tax)` : ''
    paper.rule()
    paper.y += 8
    paper.row([
      [`${text}${rate}`, columns.text],
      [String(quantity), columns.quantity],
      [formatExact(unitPrice, currency), columns.price],
      [formatExact(total, currency), columns.total],
    ])
    paper.y += 6
  }
  paper.rule()
  paper.y += 18
}

function drawTotal(paper: Paper, { kind, amount }: PrintedInvoice, currency: Currency): void {
  const own = { x: 250, align: 'right' } satisfies Style
  paper.paragraph(words[kind].total, { ...own, ...label })
  paper.paragraph(formatExact(amount, currency), { ...own, typeface: 'serif', size: 30 })
  paper.paragraph(currencyNameOf(currency.code), { ...own, ...label })
}

const taxColumns = {
  name: { width: 240 },
  net: { x: 256, width: 90, align: 'right' },
  tax: { x: 356, width: 90, align: 'right' },
  gross: { x: 456, align: 'right' },
} satisfies Record<string, Style>

/** The tax that the amount contains, one line per rate. */
function drawTaxes(paper: Paper, taxes: readonly TaxSum[], currency: Currency): void {
  if (taxes.length === 0) return
  paper.keepTogether(60 + 20 * taxes.length)
  paper.row([
    ['Tax included', { ...taxColumns.name, ...label }],
    ['Net', { ...taxColumns.net, ...label }],
    ['Tax', { ...taxColumns.tax, ...label }],
    ['Gross', { ...taxColumns.gross, ...label }],
  ])
  paper.y += 4
  const rows = taxes.map(({ name, percent, gross, tax }) => ({ text: `${name} ${percent} %`, gross, tax }))
  const sums = {
    text: 'All rates',
    gross: sumOf(rows.map(row => row.gross)),
    tax: sumOf(rows.map(row => row.tax)),
  }
  for (const { text, gross, tax } of rows.length > 1 ? [...rows, sums] : rows) {
    paper.rule()
    paper.y += 6
    paper.row([
      [text, taxColumns.name],
      [formatExact(gross - tax, currency), taxColumns.net],
      [formatExact(tax, currency), taxColumns.tax],
      [formatExact(gross, currency), taxColumns.gross],
    ])
    paper.y += 4
  }
  paper.rule()
  paper.y += 18
}

const missing =
  'A box (□) stands for a character that cannot be printed here. The order in the shop shows it.'

function drawFoot(paper: Paper, { name, address, taxId }: ShopDetails): void {
  const sender = [name, ...address, ...(taxId ? [`Tax id ${taxId}`] : [])]
  paper.y = sheet.height - 72
  if (paper.lacksLetters) paper.paragraph(missing, label)
  paper.paragraph(sender.join(' · '), label)
}
