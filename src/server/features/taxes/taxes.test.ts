import assert from 'node:assert/strict'
import { dayAfter, dayAt, startOfDay } from '#domain/day.ts'
import { eventually, withCards } from '../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import { lapseAndSellOut } from '../../../../tests/helpers/pay-together.ts'
import { textsIn } from '../../../../tests/helpers/pdf-text.ts'
import { actAtProvider, refund } from '../../../../tests/helpers/refunding.ts'
import { invoicesOf, paidTogether, pay, reportOf, taxesOf } from '../../../../tests/helpers/taxed-orders.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'

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
    for (const line of ['Lamp (20 % tax)', 'Book (5.5 % tax)', 'Pen (20 % tax)'])
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

/** Fails if the day of a payment is that of another time zone. */
withCards('a rate holds from its first day in the time zone of the shop', async shop => {
  const { deps } = shop
  Object.assign(deps.config, { timeZone: 'Pacific/Kiritimati' })
  const noon = startOfDay(dayAfter(dayAt(deps.now(), 'UTC'), 1), 'UTC') + 12 * 3_600_000
  shop.travel(noon - deps.now())
  const there = dayAfter(dayAt(noon, 'UTC'), 1)
  const { admin, ann, ids, intent } = await paidTogether(shop, [
    { name: 'Standard', percent: 19, from: '2014-01-01' },
    { name: 'Standard', percent: 25, from: there },
    { name: 'Standard', percent: 30, from: dayAfter(there, 1) },
  ])
  await pay(shop, ann, ids, intent)
  const [invoice] = await invoicesOf(ann, ids[0])
  assert.equal(invoice?.taxes[0]?.percent, 25)
  assert.deepEqual(
    (await reportOf(admin)).map(({ month, percent }) => [month, percent]),
    [[there.slice(0, 7), 25]],
  )
})

/** Fails if the numbers cannot change when the orders of a demo are removed, or if the taxes stay behind. */
withCards('an invoice that gets another number keeps its taxes, and they go with it', async shop => {
  const { ann, ids, intent } = await paidTogether(shop)
  await pay(shop, ann, ids, intent)
  const { db } = shop.deps
  const before = await taxesOf(ann, ids[0])
  await db.write(tx => tx.updateTable('invoices').set({ number: 1000 }).execute())
  assert.deepEqual(
    await taxesOf(ann, ids[0]),
    before.map(([, ...taxes]) => ['INV-1000', ...taxes]),
  )
  await db.write(tx => tx.updateTable('invoices').set({ number: 1001 }).execute())
  const undone = new Error('rolled back on purpose')
  const removal = db.write(async tx => {
    await tx.deleteFrom('invoices').execute()
    assert.deepEqual(await tx.selectFrom('invoice_taxes').selectAll().execute(), [])
    throw undone
  })
  await assert.rejects(removal, undone)
})

/** Fails if what was credited of an order counts on the invoice of another payment that it was in as well. */
withCards('credit notes count on the invoice that their order was paid with', async shop => {
  const { admin, ann, ids, intent } = await paidTogether(shop)
  await pay(shop, ann, ids, intent)
  const [lamp = '', , pen = ''] = ids
  assert.equal((await refund(admin, pen)).statusCode, 200)
  const { db } = shop.deps
  const payPenWith = (transaction_id: string) =>
    db.write(tx => tx.updateTable('orders').set({ transaction_id }).where('id', '=', pen).execute())
  await payPenWith('pi_other')
  assert.equal((await refund(admin, lamp, { amount: 8 })).statusCode, 200)
  // The tax in the first 8.00 of the invoice; in those after the pen's 1.99 it would be 1.34.
  const [, note] = await invoicesOf(ann, lamp)
  assert.equal(note?.taxes[0]?.tax, 1.33)
  await payPenWith(intent)
})
