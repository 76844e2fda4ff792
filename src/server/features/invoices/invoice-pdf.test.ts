import assert from 'node:assert/strict'
import { test } from 'node:test'
import { theShopItself } from '../../shared-queue.ts'
import { invoicePdf, type PrintedInvoice } from './invoice-pdf.ts'
import { print } from './printer.ts'
import { fitting, printable } from './typefaces.ts'

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
}

const sheetsIn = (pdf: Buffer): number => Number(/\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])

/** Fails where a sheet carries the moment at which it was drawn. */
test('the same invoice gives the same bytes, here and in the thread, and another one gives others', async () => {
  const drawn = await invoicePdf(invoice)
  assert.ok(drawn.equals(await invoicePdf(structuredClone(invoice))))
  assert.ok(drawn.equals(await print(invoice, theShopItself)))
  for (const change of [
    { issuedAt: invoice.issuedAt + 86_400_000 },
    { amount: 3701 },
    { customer: { ...invoice.customer, address: '2 Test Street' } },
    { shop: { ...invoice.shop, taxId: 'DE1' } },
  ])
    assert.ok(!drawn.equals(await invoicePdf({ ...invoice, ...change })), JSON.stringify(change))
})

test('the longest that a customer can write stays on one sheet, and many lines go on to the next', async () => {
  const customer = {
    name: 'Wörter '.repeat(17),
    address: 'x'.repeat(500),
    email: `${'y'.repeat(240)}@example.com`,
  }
  const long = { ...line, text: 'Ż'.repeat(120), quantity: 1_000_000, total: 99_999_999 }
  assert.equal(sheetsIn(await invoicePdf({ ...invoice, customer, lines: [long], amount: 99_999_999 })), 1)
  const address = 'a\n'.repeat(250)
  assert.equal(sheetsIn(await invoicePdf({ ...invoice, customer: { ...customer, address } })), 1)
  // On 6ceb9a3 such a name made an invoice of six sheets.
  const broken = { name: 'n\n'.repeat(60), address, email: 'ann@example.com' }
  assert.equal(sheetsIn(await invoicePdf({ ...invoice, customer: broken })), 1)
  assert.equal(sheetsIn(await invoicePdf({ ...invoice, lines: Array(40).fill(long) })), 4)
})

test('names of the languages that are written in Latin, Cyrillic and Greek are printed to the letter', () => {
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

/** Fails where a letter that is missing is left out, or an unseen mark turns the text around. */
test('what cannot be printed is a box, and what cannot be seen is gone', () => {
  assert.equal(printable('山田 Taro 😀'), '□□ Taro □')
  assert.equal(printable('e\u0301\u202egnp.exe\u0000\u200b'), 'égnp.exe')
  assert.equal(printable('a\nb\r\tc'), 'a b c')
})

test('what Young Serif lacks is set in the other typeface', () => {
  assert.equal(fitting('serif', '$1,234.50'), 'serif')
  assert.equal(fitting('serif', 'Лавка'), 'strong')
})

/** Fails where a thread that has died is asked again, or never answers. */
test('a sheet that cannot be drawn is refused, and the next one is drawn', async () => {
  const nowhere = { ...invoice, shop: { ...invoice.shop, timeZone: 'Mars/Olympus' } }
  const [broken, whole] = await Promise.allSettled([
    print(nowhere, theShopItself),
    print(invoice, theShopItself),
  ])
  assert.equal(broken.status, 'rejected')
  assert.equal(whole.status, 'fulfilled')
})
