import assert from 'node:assert/strict'
import { test } from 'vitest'
import { currencyCodes, currencyOf } from '#domain/currencies.ts'
import { setShopCurrency, usDollar } from '#domain/currency.ts'
import { textsIn } from '../../../../tests/helpers/pdf-text.ts'
import { printable, typefaceFor, typefaces } from '../../adapters/typefaces.ts'
import { shopRequester } from '../../queues/shared-queue.ts'
import { invoicePdf, type PrintedInvoice } from './invoice-pdf.ts'
import { InvoicePrinter } from './printer.ts'

const line = { text: 'Oak Desk Tray', quantity: 2, unitPrice: 1850, total: 3700 }

const invoice: PrintedInvoice = {
  shop: { name: 'Tuckshop', address: ['12 Mill Lane', 'Berlin'], taxId: null, timeZone: 'Europe/Berlin' },
  number: 'INV-1001',
  kind: 'invoice',
  amount: 3700,
  issuedAt: Date.UTC(2026, 10, 16),
  customer: { name: 'Ann', address: '1 Test Street', email: 'ann@example.com' },
  orderNumber: 'T-1042',
  transactionId: 'pi_1',
  lines: [line],
  about: null,
  taxes: [],
}

const pagesIn = (pdf: Buffer): number => Number(/\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])

/** The text after a label on the page. */
const textAfter = (words: readonly string[], label: string): string | undefined =>
  words[words.indexOf(label) + 1]

/** Fails if an amount, a date or a name is wrong. Comparing bytes would not show that. */
test('an invoice contains every expected text and amount', async () => {
  const words = textsIn(await invoicePdf({ ...invoice, shop: { ...invoice.shop, taxId: 'DE 129' } }))
  assert.deepEqual(words, [
    'Invoice',
    ...['Number', 'INV-1001', 'Date', '16 November 2026', 'Order', 'T-1042', 'Transaction id', 'pi_1'],
    ...['Tuckshop', '12 Mill Lane', 'Berlin'],
    ...['Billed to', 'Ann', '1 Test Street', 'ann@example.com'],
    ...['Item', 'Quantity', 'Unit price', 'Amount'],
    ...['Oak Desk Tray', '2', '$18.50', '$37.00'],
    ...['Total paid', '$37.00', 'US dollars (USD)', 'Paid'],
    'Tuckshop · 12 Mill Lane · Berlin · Tax id DE 129',
  ])
})

test('an id of the card provider stays on one line', async () => {
  const transactionId = 'pi_3MtwBwLkdIwHu7ix28a3tqPa'
  const words = textsIn(await invoicePdf({ ...invoice, transactionId }))
  assert.equal(textAfter(words, 'Transaction id'), transactionId)
})

/** Fails if the total is in old-style figures: $44.00 reads like $44.oo. */
test('figures of the serif are as tall as its capitals', () => {
  const heightOf = (text: string) => typefaces.serif.layout(text, ['lnum']).bbox.height
  for (const figure of '0123456789') assert.ok(heightOf(figure) > 0.9 * heightOf('H'), figure)
})

test('a credit note names its invoice and says that the money was refunded', async () => {
  const lines = [{ text: 'Refund of Oak Desk Tray', quantity: 1, unitPrice: 1005, total: 1005 }]
  const note = {
    ...invoice,
    number: 'CN-1007',
    kind: 'credit_note',
    amount: 1005,
    about: 'INV-1001',
    lines,
  } as const
  const words = textsIn(await invoicePdf(note))
  assert.equal(words[0], 'Credit note')
  assert.equal(textAfter(words, 'Number'), 'CN-1007')
  assert.equal(textAfter(words, 'For invoice'), 'INV-1001')
  assert.equal(textAfter(words, 'Credited'), '$10.05')
  assert.ok(words.includes('Refunded') && !words.includes('Paid'))
  assert.deepEqual(words.slice(words.indexOf('Refund of Oak Desk Tray')).slice(1, 4), [
    '1',
    '$10.05',
    '$10.05',
  ])
})

/** Fails if the sign is also applied to the cents: -$18.-50. */
test('a cancellation has negative amounts and no stamp', async () => {
  const lines = [{ text: 'Refund that did not arrive', quantity: 1, unitPrice: -1850, total: -1850 }]
  const taken = {
    ...invoice,
    number: 'CN-1008',
    kind: 'cancellation',
    amount: -1850,
    about: 'CN-1007',
    lines,
  } as const
  const words = textsIn(await invoicePdf(taken))
  assert.equal(words[0], 'Cancellation')
  assert.equal(textAfter(words, 'Of credit note'), 'CN-1007')
  assert.equal(textAfter(words, 'Credit taken back'), '-$18.50')
  assert.deepEqual(words.slice(words.indexOf('Refund that did not arrive')).slice(1, 4), [
    '1',
    '-$18.50',
    '-$18.50',
  ])
  for (const stamp of ['Paid', 'Refunded']) assert.ok(!words.includes(stamp))
})

test('dates are in the shop’s time zone, and large and small amounts are written in full', async () => {
  const lateInUtc = Date.UTC(2026, 10, 16, 23, 30)
  const dayIn = async (timeZone: string) =>
    textAfter(
      textsIn(await invoicePdf({ ...invoice, issuedAt: lateInUtc, shop: { ...invoice.shop, timeZone } })),
      'Date',
    )
  assert.deepEqual(
    [await dayIn('Europe/Berlin'), await dayIn('America/New_York'), await dayIn('Asia/Tokyo')],
    ['17 November 2026', '16 November 2026', '17 November 2026'],
  )
  const lines = [
    { text: 'Nail', quantity: 1_000, unitPrice: 5, total: 5_000 },
    { text: 'Ship', quantity: 3, unitPrice: 33_331_667, total: 99_995_001 },
  ]
  const words = textsIn(await invoicePdf({ ...invoice, lines, amount: 100_000_001 }))
  assert.deepEqual(words.slice(words.indexOf('Nail'), words.indexOf('Total paid')), [
    ...['Nail', '1000', '$0.05', '$50.00'],
    ...['Ship', '3', '$333,316.67', '$999,950.01'],
  ])
  assert.equal(textAfter(words, 'Total paid'), '$1,000,000.01')
})

/** Documents of 1.0 say nothing about it. Fails if a document is printed in what the shop sells in today. */
test('an invoice is in the currency that it was issued in, and in dollars without one', async t => {
  const words = textsIn(await invoicePdf({ ...invoice, currency: 'JPY' }))
  assert.equal(textAfter(words, 'Total paid'), '¥3,700')
  assert.ok(words.includes('Japanese yen (JPY)') && !words.join().includes('$'))
  const inDollars = await invoicePdf({ ...invoice, currency: 'USD' })
  assert.deepEqual(await invoicePdf(invoice), inDollars)
  t.onTestFinished(() => setShopCurrency(usDollar))
  setShopCurrency(currencyOf('EUR'))
  assert.deepEqual(textsIn(await invoicePdf(invoice)), textsIn(inDollars))
})

test('the symbol of every currency can be printed', () => {
  for (const code of currencyCodes) {
    const { symbol } = currencyOf(code)
    assert.equal(printable(symbol.trim()), symbol.trim(), code)
  }
})

test('non-Latin letters are printed, and the page notes a missing glyph', async () => {
  const customer = { ...invoice.customer, name: 'Żółkiewski Ελένη', address: '山 1' }
  const words = textsIn(await invoicePdf({ ...invoice, customer }))
  assert.equal(textAfter(words, 'Billed to'), 'Żółkiewski Ελένη')
  assert.ok(words.includes('□ 1'))
  assert.ok(words.some(word => word.startsWith('A box (□) stands for a character')))
})

/** Fails if a PDF contains its creation time. */
test('the same invoice produces the same bytes, directly and in the thread; another one does not', async t => {
  const printer = new InvoicePrinter()
  t.onTestFinished(() => printer.close())
  const drawn = await invoicePdf(invoice)
  assert.ok(drawn.equals(await invoicePdf(structuredClone(invoice))))
  assert.ok(drawn.equals(await printer.print(invoice, shopRequester)))
  for (const change of [
    { issuedAt: invoice.issuedAt + 86_400_000 },
    { amount: 3701 },
    { customer: { ...invoice.customer, address: '2 Test Street' } },
    { shop: { ...invoice.shop, taxId: 'DE1' } },
  ])
    assert.ok(!drawn.equals(await invoicePdf({ ...invoice, ...change })), JSON.stringify(change))
})

test('the longest customer details fit on one page, and many lines continue on the next', async () => {
  const customer = {
    name: 'Wörter '.repeat(17),
    address: 'x'.repeat(500),
    email: `${'y'.repeat(240)}@example.com`,
  }
  const long = { ...line, text: 'Ż'.repeat(120), quantity: 1_000_000, total: 99_999_999 }
  assert.equal(pagesIn(await invoicePdf({ ...invoice, customer, lines: [long], amount: 99_999_999 })), 1)
  const address = 'a\n'.repeat(250)
  assert.equal(pagesIn(await invoicePdf({ ...invoice, customer: { ...customer, address } })), 1)
  // On 6ceb9a3 such a name produced an invoice of six pages.
  const broken = { name: 'n\n'.repeat(60), address, email: 'ann@example.com' }
  assert.equal(pagesIn(await invoicePdf({ ...invoice, customer: broken })), 1)
  assert.equal(pagesIn(await invoicePdf({ ...invoice, lines: Array(40).fill(long) })), 4)
})

test('names in languages with Latin, Cyrillic or Greek letters are printed exactly', () => {
  for (const name of [
    'Nguyễn Thị Ánh Tuyết, Đặng Ưng Ẩn',
    'Łódź, Żółkiewski, Świętosława',
    'Çiğdem Şişli, İstanbul, ığ',
    'Ștefan Țepeș, Őrsi Ű, Řehoř Šťastný, Þórður Æ',
    'Достоевский Ёлка, Київ ґєії, Ђоковић љњћ, Қазақстан әғқңөұүһі',
    'Αλέξανδρος Παπαδόπουλος ΐΰ',
    'Ṣẹgun Ọlá, Ɓauchi ɗanƙwarai',
    '“Groß”, – 5 € · №7',
  ])
    assert.equal(printable(name), name)
})

/** Fails if a missing glyph is omitted, or if an invisible mark reverses the text. */
test('an unprintable character becomes a box, and an invisible one is dropped', () => {
  assert.equal(printable('山田 Taro 😀'), '□□ Taro □')
  assert.equal(printable('e\u0301\u202egnp.exe\u0000\u200b'), 'égnp.exe')
  assert.equal(printable('a\nb\r\tc'), 'a b c')
})

test('characters that Young Serif lacks use the other typeface', () => {
  assert.equal(typefaceFor('serif', '$1,234.50'), 'serif')
  assert.equal(typefaceFor('serif', 'Лавка'), 'strong')
})

/** Fails if a dead thread is asked again, or never answers. */
test('an invoice that cannot be rendered is refused, and the next one is rendered', async t => {
  const printer = new InvoicePrinter()
  t.onTestFinished(() => printer.close())
  const nowhere = { ...invoice, shop: { ...invoice.shop, timeZone: 'Mars/Olympus' } }
  const [broken, whole] = await Promise.allSettled([
    printer.print(nowhere, shopRequester),
    printer.print(invoice, shopRequester),
  ])
  assert.equal(broken.status, 'rejected')
  assert.equal(whole.status, 'fulfilled')
})
