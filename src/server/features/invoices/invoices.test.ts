import assert from 'node:assert/strict'
import type { Invoice } from '#contract/invoices.ts'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import {
  confirmPaid,
  placePaidOrder,
  placeTestOrder,
  readOrder,
  removeWithoutCanceling,
  startCardPayment,
} from '../../../../tests/helpers/paying.ts'
import { textsIn } from '../../../../tests/helpers/pdf-text.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'
import { settlePayment } from '../payments/settle/settle-payment.ts'

const invoicesOf = async (who: Customer, id: string): Promise<Invoice[]> => {
  const answer = await who.call('GET', `/api/booking/${id}/invoices`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

const summaryOf = (invoices: readonly Invoice[]) =>
  invoices.map(({ number, kind, amount }) => [number, kind, amount] as const)

const pdfOf = (who: Customer, id: string, query = '') =>
  who.call('GET', `/api/booking/${id}/invoice.pdf${query}`)

const atProvider = (shop: CardShop, id: string, what: string, body: object = {}) =>
  fetch(`${shop.cardsUrl}/stripe/test/${id}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

withCardsOnSqlite('customers and admins can download the invoice of a paid order', async shop => {
  const { ann, order, intent } = await placePaidOrder(shop)
  const admin = await newAdmin(shop)
  assert.deepEqual(summaryOf(await invoicesOf(ann, order._id)), [['INV-1001', 'invoice', 37]])
  const mine = await pdfOf(ann, order._id)
  assert.equal(mine.statusCode, 200)
  assert.equal(mine.headers['content-type'], 'application/pdf')
  assert.equal(mine.headers['content-disposition'], 'attachment; filename="INV-1001.pdf"')
  assert.match(mine.rawPayload.toString('latin1'), /^%PDF-1\.7/)
  const words = textsIn(mine.rawPayload).join('|')
  assert.match(words, /^Invoice\|Number\|INV-1001\|Date\|\d+ \w+ 20\d\d\|/)
  assert.ok(words.includes(`|Order|${order.number}|`), words)
  // Long text is wrapped.
  const broken = words.replaceAll('|', '')
  assert.ok(broken.includes(`Transaction id${intent}My shop`), words)
  assert.ok(broken.includes(`Billed toTest Customer1 Test Street${ann.email}Item`), words)
  assert.ok(words.includes('|Test Tray|2|$18.50|$37.00|Total paid|$37.00|'), words)
  assert.ok((await pdfOf(admin, order._id, '?number=INV-1001')).rawPayload.equals(mine.rawPayload))
})

withCardsOnSqlite('no invoice for unpaid orders, other users’ orders or unknown ids', async shop => {
  const { ann, order } = await placePaidOrder(shop)
  const { ann: bob, order: unpaid } = await placeTestOrder(shop)
  assert.deepEqual(await invoicesOf(bob, unpaid._id), [])
  const refused = await pdfOf(bob, unpaid._id)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'not_paid'])
  for (const [who, id, query] of [
    [bob, order._id, ''],
    [bob, order._id, '?number=INV-1001'],
    [ann, order._id, '?number=INV-1002'],
    [ann, order._id, '?number=CN-1001'],
  ] as const)
    assert.equal((await pdfOf(who, id, query)).statusCode, 404, query)
  assert.equal((await pdfOf(ann, order._id, '?number=INV')).statusCode, 400)
})

withCardsOnSqlite('downloading too many invoices is refused with a waiting time', async shop => {
  const { ann, order } = await placePaidOrder(shop)
  const { db, now } = shop.deps
  const { user_id } = await db.read.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const spent = { name: `invoices asked for by ${user_id}`, count: 300, resets_at: now() + 60_000 }
  await db.write(tx => tx.insertInto('rate_counters').values(spent).execute())
  const refused = await pdfOf(ann, order._id)
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'too_many_requests'])
  shop.travel(61_000)
  assert.equal((await pdfOf(ann, order._id)).statusCode, 200)
})

/**
 * Fails on PostgreSQL if the next number is read (max + 1) and not locked: two payments get the same number, and one of
 * them fails. Fails on both if the number comes from a sequence: a rollback leaves a gap.
 */
withCards('twenty concurrent payments, some rolled back: invoice numbers without gaps', async shop => {
  const item = await shop.item({ price: 5, availableQuantity: 100 })
  const buyers = await Promise.all(Array.from({ length: 5 }, () => shop.customer()))
  const intents: string[] = []
  for (let i = 0; i < 20; i++) {
    const buyer = buyers[i % buyers.length]
    assert.ok(buyer)
    const order = (await buyer.order(item)).json()
    const intent = await startCardPayment(buyer, order)
    intents.push(intent)
  }
  await shop.setCardFaults({ webhookDrop: true })
  for (const intent of intents) await shop.charge(intent)
  const news = await Promise.all(intents.map(intent => shop.deps.cards.find(intent)))
  const undone = new Error('undone')
  const broken = {
    ...shop.deps,
    db: {
      write: (work: (tx: never) => Promise<unknown>) =>
        shop.deps.db.write(async tx => {
          await work(tx as never)
          throw undone
        }),
    },
  } as unknown as typeof shop.deps
  await Promise.all(
    news.flatMap((payment, i) => {
      assert.ok(payment)
      const settled = settlePayment(shop.deps, shop.deps.cards, payment, 'webhook')
      if (i % 5 > 0) return [settled]
      return [settled, assert.rejects(settlePayment(broken, shop.deps.cards, payment, 'page'), undone)]
    }),
  )
  const rows = await shop.deps.db.read.selectFrom('invoices').select('number').orderBy('number').execute()
  assert.deepEqual(
    rows.map(({ number }) => number),
    Array.from({ length: 20 }, (_, i) => 1001 + i),
  )
})

/** Fails if a credit note is deleted, or stays valid, when its refund fails. */
withCards('a refund gets a credit note, and a failed refund a document that cancels it', async shop => {
  const { ann, order, intent } = await placePaidOrder(shop)
  const documents = async () => summaryOf(await invoicesOf(ann, order._id))
  const refunded = (amount: number) => async () => (await readOrder(ann, order._id)).refundedAmount === amount
  await atProvider(shop, intent, 'refund', { amount: 1000 })
  await eventually(refunded(10), 'the refund')
  const credited = [
    ['INV-1001', 'invoice', 37],
    ['CN-1001', 'credit_note', 10],
  ]
  assert.deepEqual(await documents(), credited)
  const { data } = (await shop.readFromProvider(`refunds?payment_intent=${intent}`)) as {
    data: { id: string }[]
  }
  await atProvider(shop, data[0]?.id ?? '', 'fail')
  await eventually(refunded(0), 'its failure')
  assert.deepEqual(await documents(), [...credited, ['CN-1002', 'cancellation', 10]])
  await atProvider(shop, intent, 'refund')
  await eventually(refunded(37), 'another refund')
  assert.deepEqual(await documents(), [
    ...credited,
    ['CN-1002', 'cancellation', 10],
    ['CN-1003', 'credit_note', 37],
  ])
  const printed = async (number: string) =>
    textsIn((await pdfOf(ann, order._id, `?number=${number}`)).rawPayload).join('|')
  assert.match(
    await printed('CN-1001'),
    /^Credit note\|.+\|For invoice\|INV-1001\|.+\|Refund of Test Tray\|1\|\$10\.00\|\$10\.00\|Credited\|\$10\.00\|/,
  )
  assert.match(
    await printed('CN-1002'),
    /^Cancellation\|.+\|Of credit note\|CN-1001\|.+\|Refund that did not arrive\|1\|-\$10\.00\|-\$10\.00\|Credit taken back\|-\$10\.00\|/,
  )
  assert.match(await printed('CN-1003'), /\|For invoice\|INV-1001\|.+\|Credited\|\$37\.00\|/)
})

withCardsOnSqlite('an immediate refund has neither an invoice nor a credit note', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await removeWithoutCanceling(shop, order)
  await shop.charge(intent)
  await confirmPaid(ann, order._id, intent)
  const { db } = shop.deps
  await eventually(
    async () =>
      (await db.read.selectFrom('refunds').selectAll().where('succeeded_at', 'is not', null).execute())
        .length,
    'the refund',
  )
  assert.deepEqual(await db.read.selectFrom('invoices').selectAll().execute(), [])
})

interface Attached {
  id: string
  subject: string
  text: string
  attachments: { filename: string; mimeType: string }[]
}

withCardsOnSqlite('a receipt has the invoice attached, a refund email its credit note', async shop => {
  const { ann, order, intent } = await placePaidOrder(shop)
  await atProvider(shop, intent, 'refund', { amount: 500 })
  await eventually(async () => (await readOrder(ann, order._id)).refundedAmount === 5, 'the refund')
  await sendOutbox(shop.deps, shop.deps.mail)
  const mails = (await shop.mails(ann.email)) as unknown as Attached[]
  assert.deepEqual(mails.map(({ subject, attachments }) => [subject, attachments]).sort(), [
    ['We’ve refunded your payment for Test Tray', [{ filename: 'CN-1001.pdf', mimeType: 'application/pdf' }]],
    ['Your receipt for Test Tray', [{ filename: 'INV-1001.pdf', mimeType: 'application/pdf' }]],
  ])
  for (const { text, attachments } of mails)
    assert.match(text, new RegExp(`^Attached: ${attachments[0]?.filename}$`, 'm'))
})

/** Fails if the shop's name is read from the content when the PDF is rendered. */
withCardsOnSqlite('existing invoices stay unchanged when the shop’s name or address changes', async shop => {
  const { ann, order } = await placePaidOrder(shop)
  const before = (await pdfOf(ann, order._id)).rawPayload
  shop.deps.config.timeZone = 'Asia/Tokyo'
  await changeContent(shop, {
    name: 'Moved',
    address: 'Somewhere\n\n Else',
    taxId: 'FR 1',
    accent: '#7a1f5f',
    edge: 'none',
  })
  assert.ok((await pdfOf(ann, order._id)).rawPayload.equals(before))
  const next = await placePaidOrder(shop)
  const words = textsIn((await pdfOf(next.ann, next.order._id)).rawPayload)
  assert.ok(words.includes('Moved · Somewhere · Else · Tax id FR 1'), words.join('|'))
})
