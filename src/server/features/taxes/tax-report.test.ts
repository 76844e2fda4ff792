import assert from 'node:assert/strict'
import { startOfDay } from '#domain/day.ts'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import { refund } from '../../../../tests/helpers/refunding.ts'
import { french, paidTogether, pay, reportOf } from '../../../../tests/helpers/taxed-orders.ts'
import { reportTaxes } from './report-taxes.ts'

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

/** Fails if a month has taxes of the next, or if older ones are left out. */
withCards('the report has each month of the last twelve', async shop => {
  const { ann, ids, intent } = await paidTogether(shop, french.slice(0, 1))
  await pay(shop, ann, ids, intent)
  const { db, now } = shop.deps
  const [first, next] = ['2026-03', '2026-04'].map(month => startOfDay(`${month}-01`, 'UTC'))
  const row = await db.read.selectFrom('invoice_taxes').selectAll().executeTakeFirstOrThrow()
  const issueAt = (at: number) =>
    db.write(tx => tx.updateTable('invoice_taxes').set({ issued_at: at }).execute())
  Object.assign(shop.deps.config, { timeZone: 'UTC' })
  shop.travel(Date.UTC(2027, 1, 10) - now())
  for (const [at, month] of [
    [first, '2026-03'],
    [(next ?? 0) - 1, '2026-03'],
    [next, '2026-04'],
    [(first ?? 0) - 1, undefined],
  ] as const) {
    await issueAt(at ?? 0)
    assert.deepEqual(
      (await reportTaxes(shop.deps)).months.map(found => [found.month, found.gross]),
      month ? [[month, row.gross_minor / 100]] : [],
    )
  }
})
