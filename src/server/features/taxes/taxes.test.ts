import assert from 'node:assert/strict'
import type { Invoice } from '#contract/invoices.ts'
import type { TaxReport } from '#contract/taxes.ts'
import type { TaxRate } from '#domain/tax.ts'
import { type CardShop, eventually, withCards } from '../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { lapseAndSellOut, startCombinedPayment } from '../../../../tests/helpers/pay-together.ts'
import { confirmPaid } from '../../../../tests/helpers/paying.ts'
import { textsIn } from '../../../../tests/helpers/pdf-text.ts'
import { actAtProvider, refund } from '../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'

const french: TaxRate[] = [
  { name: 'Standard', percent: 20, from: '2014-01-01' },
  { name: 'Reduced', percent: 5.5, from: '2014-01-01' },
]

/** A lamp of 19.90 and two books of 12.35 each at the reduced rate, and a pen of 1.99, paid together. */
async function paidTogether(shop: CardShop, rates = french) {
  const admin = await newAdmin(shop)
  await changeContent(shop, { taxRates: rates })
  const ann = await shop.customer()
  const items = [
    await shop.item({ name: 'Lamp', price: 19.9, availableQuantity: 10 }),
    await shop.item({ name: 'Book', price: 12.35, availableQuantity: 10 }),
    await shop.item({ name: 'Pen', price: 1.99, availableQuantity: 10 }),
  ]
  const [lamp, book, pen] = items
  assert.ok(lamp && book && pen)
  if (rates.length > 1) await setTax(shop, book._id, 'Reduced')
  const orders = [
    (await ann.order(lamp, 1)).json(),
    (await ann.order(book, 2)).json(),
    (await ann.order(pen, 1)).json(),
  ]
  const ids: string[] = orders.map(({ _id }) => _id)
  return { admin, ann, items, orders, ids, intent: await startCombinedPayment(ann, ids) }
}

const setTax = ({ deps: { db } }: CardShop, id: string, tax: string) =>
  db.write(tx => tx.updateTable('items').set({ tax }).where('id', '=', id).execute())

async function pay(shop: CardShop, ann: Customer, [first = '']: readonly string[], intent: string) {
  await shop.charge(intent)
  assert.ok([200, 409].includes((await confirmPaid(ann, first, intent)).statusCode))
}

const invoicesOf = async (who: Customer, id = ''): Promise<Invoice[]> =>
  (await who.call('GET', `/api/booking/${id}/invoices`)).json()

const taxesOf = async (who: Customer, id = '') =>
  (await invoicesOf(who, id)).map(({ number, taxes }) => [
    number,
    ...taxes.map(({ name, percent, gross, net, tax }) => [name, percent, gross, net, tax]),
  ])

const reportOf = async (admin: Customer) => (await admin.call('GET', '/api/taxes')).json<TaxReport>().months

/** 21.89 x 20 / 120 is 3.648, 24.70 x 5.5 / 105.5 is 1.288. Fails if tax is rounded for each line. */
withCards(
  'an invoice, its receipt and its credit notes say what of them is tax, at each rate',
  async shop => {
    const { admin, ann, ids, intent } = await paidTogether(shop)
    await pay(shop, ann, ids, intent)
    const [lamp = '', book = '', pen = ''] = ids
    const onInvoice = [
      ['Standard', 20, 21.89, 18.24, 3.65],
      ['Reduced', 5.5, 24.7, 23.41, 1.29],
    ]
    for (const id of ids) assert.deepEqual(await taxesOf(ann, id), [['INV-1001', ...onInvoice]])

    const { rawPayload } = await ann.call('GET', `/api/booking/${lamp}/invoice.pdf`)
    const printed = textsIn(rawPayload).join('|')
    for (const line of ['Lamp (20 %)', 'Book (5.5 %)', 'Pen (20 %)'])
      assert.ok(printed.includes(`|${line}|`), printed)
    assert.match(printed, /Tax included\|Net\|Tax\|Gross\|Standard 20 %\|\$18\.24\|\$3\.65\|\$21\.89\|/)
    assert.match(printed, /\|Reduced 5\.5 %\|\$23\.41\|\$1\.29\|\$24\.70(\||$)/)
    await sendOutbox(shop.deps, shop.deps.mail)
    const [receipt] = await shop.mails(ann.email)
    assert.match(receipt?.text ?? '', /^Includes Standard 20 %: \$3\.65$/m)
    assert.match(receipt?.text ?? '', /^Includes Reduced 5\.5 %: \$1\.29$/m)

    assert.equal((await refund(admin, book, { amount: 10 })).statusCode, 200)
    assert.equal((await refund(admin, lamp)).statusCode, 200)
    assert.equal((await refund(admin, pen)).statusCode, 200)
    assert.equal((await refund(admin, book)).statusCode, 200)
    const notes = [
      ['CN-1001', ['Reduced', 5.5, 10, 9.48, 0.52]],
      ['CN-1002', ['Standard', 20, 19.9, 16.58, 3.32]],
      ['CN-1003', ['Standard', 20, 1.99, 1.66, 0.33]],
      ['CN-1004', ['Reduced', 5.5, 14.7, 13.93, 0.77]],
    ]
    assert.deepEqual((await taxesOf(ann, lamp)).slice(1), [notes[1]])
    assert.deepEqual((await taxesOf(ann, pen)).slice(1), [notes[2]])
    assert.deepEqual((await taxesOf(ann, book)).slice(1), [notes[0], notes[3]])
    assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
    assert.deepEqual(
      (await reportOf(admin)).map(({ name, gross, net, tax }) => [name, gross, net, tax]),
      [
        ['Standard', 0, 0, 0],
        ['Reduced', 0, 0, 0],
      ],
    )
  },
)

/** Fails if the cancellation of a credit note keeps the tax that the note gave back. */
withCards('a refund that did not arrive takes its tax back', async shop => {
  const { admin, ann, ids, intent } = await paidTogether(shop)
  await pay(shop, ann, ids, intent)
  const [lamp = ''] = ids
  assert.equal((await refund(admin, lamp, { amount: 7 })).statusCode, 200)
  const [made] = ((await shop.readFromProvider(`refunds?payment_intent=${intent}`)).data ?? []) as {
    id: string
  }[]
  await actAtProvider(shop, made?.id ?? '', 'fail')
  const documents = await eventually(async () => {
    const list = await invoicesOf(ann, lamp)
    return list.length > 2 && list
  }, 'the cancellation')
  assert.deepEqual(
    documents.map(({ kind, taxes }) => [kind, taxes.find(({ name }) => name === 'Standard')?.tax]),
    [
      ['invoice', 3.65],
      ['credit_note', 1.17],
      ['cancellation', -1.17],
    ],
  )
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})

/** Fails if the tax of an order whose money went back at once is on the invoice. */
withCards('an order that could not be kept is not taxed', async shop => {
  const { ann, ids, items, orders, intent } = await paidTogether(shop)
  const [item] = items
  assert.ok(item)
  await lapseAndSellOut(shop, orders[0], item)
  await pay(shop, ann, ids, intent)
  assert.deepEqual(await taxesOf(ann, ids[2]), [
    ['INV-1001', ['Standard', 20, 1.99, 1.66, 0.33], ['Reduced', 5.5, 24.7, 23.41, 1.29]],
  ])
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})

/** Fails if a refund is taxed at today’s rate. */
withCards('an invoice keeps the rate of its day, and so do its credit notes', async shop => {
  const { admin, ann, ids, intent } = await paidTogether(shop, [
    { name: 'Standard', percent: 19, from: '2014-01-01' },
    { name: 'Standard', percent: 25, from: '2099-01-01' },
  ])
  await pay(shop, ann, ids, intent)
  await changeContent(shop, { taxRates: [{ name: 'Standard', percent: 50, from: '2014-01-01' }] })
  assert.equal((await refund(admin, ids[0] ?? '')).statusCode, 200)
  assert.deepEqual(await taxesOf(ann, ids[0]), [
    ['INV-1001', ['Standard', 19, 46.59, 39.15, 7.44]],
    ['CN-1001', ['Standard', 19, 19.9, 16.72, 3.18]],
  ])
})

/** Fails if a shop without rates shows tax, or cannot report. */
withCards('without rates nothing is taxed, and a note says why', async shop => {
  const { admin, ann, ids, intent } = await paidTogether(shop, [])
  await changeContent(shop, { taxNote: 'VAT not applicable, art. 293 B du CGI' })
  await pay(shop, ann, ids, intent)
  assert.deepEqual(await taxesOf(ann, ids[0]), [['INV-1001']])
  assert.deepEqual(await reportOf(admin), [])
  const printed = textsIn((await ann.call('GET', `/api/booking/${ids[0]}/invoice.pdf`)).rawPayload)
  assert.ok(printed.includes('VAT not applicable, art. 293 B du CGI'))
  assert.ok(!printed.includes('Tax included'))
})

/** Fails if the columns of the file do not add up to what the shop keeps. */
withCards('the accountant gets one line per document and rate, with credit notes below zero', async shop => {
  const { admin, ann, ids, orders, intent } = await paidTogether(shop)
  await pay(shop, ann, ids, intent)
  assert.equal((await refund(admin, ids[1] ?? '', { amount: 10 })).statusCode, 200)
  const answer = await admin.call('GET', '/api/invoices.csv')
  assert.equal(answer.statusCode, 200, answer.body)
  const date = new Date(shop.deps.now()).toISOString().slice(0, 10)
  const all = orders.map(({ number }) => number).join(', ')
  const who = orders[0].ownerName
  assert.deepEqual(answer.body.replace('\uFEFF', '').trim().split('\r\n'), [
    'number,date,kind,about,orders,customer,rate,percent,net,tax,gross,currency',
    `INV-1001,${date},invoice,,"${all}",${who},Standard,20,18.24,3.65,21.89,USD`,
    `INV-1001,${date},invoice,,"${all}",${who},Reduced,5.5,23.41,1.29,24.7,USD`,
    `CN-1001,${date},credit_note,INV-1001,${orders[1].number},${who},Reduced,5.5,-9.48,-0.52,-10,USD`,
  ])
  const later = await admin.call('GET', '/api/invoices.csv?from=2099-01-01')
  assert.equal(later.body.trim().split('\r\n').length, 1)
  const [month] = await reportOf(admin)
  assert.deepEqual([month?.month, month?.name, month?.tax], [date.slice(0, 7), 'Standard', 3.65])
})

/** Fails if a page of the file repeats or omits a document that was issued at the same moment. */
withCards('a file of many documents has each of them once', async shop => {
  const { admin, ann, ids, intent } = await paidTogether(shop)
  await pay(shop, ann, ids, intent)
  const { db, now } = shop.deps
  const first = await db.read.selectFrom('invoices').selectAll().executeTakeFirstOrThrow()
  const numbers = Array.from({ length: 1100 }, (_, i) => 1002 + i)
  await db.write(tx =>
    tx
      .insertInto('invoices')
      .values(
        numbers.map(number => ({
          ...first,
          series: 'CN' as const,
          number,
          payment_id: null,
          amount_minor: 1,
          issued_at: now() + Math.floor(number / 700),
        })),
      )
      .execute(),
  )
  const { body } = await admin.call('GET', '/api/invoices.csv')
  const found = [...body.matchAll(/^CN-(\d+),/gm)].map(([, number]) => Number(number))
  assert.deepEqual(found, numbers)
  await db.write(tx => tx.deleteFrom('invoices').where('series', '=', 'CN').execute())
})
