import assert from 'node:assert/strict'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../tests/helpers/content.ts'
import { allEmails } from '../../../tests/helpers/outbox-emails.ts'
import { placePaidOrder } from '../../../tests/helpers/paying.ts'
import { newAdmin } from '../../../tests/helpers/shop.ts'
import type { Mail, Message } from '../adapters/mail.ts'
import * as outbox from '../store/outbox.ts'
import { sendOutbox } from './send-outbox.ts'

const to = 'ann@example.com'
const message = {
  id: 'receipt 1',
  recipient: to,
  user_id: null,
  subject: 'Hello',
  text_body: 'Text',
  html_body: '<p>HTML</p>',
}

const post = (shop: CardShop, id = message.id) =>
  shop.deps.db.write(tx => outbox.add(tx, { ...message, id }, shop.deps.now()))

const send = (shop: CardShop) => sendOutbox(shop.deps, shop.deps.mail)

const hour = 3_600_000

withCards('an email is written once and sent once, even with three concurrent processes', async shop => {
  await Promise.all([post(shop), post(shop), post(shop)])
  await Promise.all([send(shop), send(shop), send(shop)])
  const mails = await shop.mails(to)
  assert.equal(mails.length, 1)
  assert.deepEqual([mails[0]?.subject, mails[0]?.text.trim()], ['Hello', 'Text\n\nMy shop'])
  const [kept] = await allEmails(shop.deps.db.read)
  assert.ok(kept?.sent_at)
})

withCardsOnSqlite('a temporary refusal by the mailbox is retried later', async shop => {
  await post(shop)
  await shop.setMailFaults({ rejectTemporarily: 1 })
  await assert.rejects(send(shop), /could not be sent yet/)
  await send(shop)
  assert.equal((await shop.mails(to)).length, 0, 'not immediately')
  shop.travel(hour)
  await send(shop)
  assert.equal((await shop.mails(to)).length, 1)
})

/** With a new Message-ID for each attempt, mailboxes would show both copies. */
withCardsOnSqlite(
  'after a broken connection the email is sent again with the same Message-ID',
  async shop => {
    await post(shop)
    await shop.setMailFaults({ dropAfterData: 1 })
    await assert.rejects(send(shop))
    shop.travel(hour)
    await send(shop)
    const [second, first] = await shop.mails(to)
    assert.ok(first && second?.copyOf === first.id)
  },
)

/** With one lease for all emails of a run, the second process sends the rest again when it expires. */
withCards('with a slow mail server and two processes no email is sent twice', async shop => {
  const messages = Array.from({ length: 12 }, (_, i) => `receipt ${i}`)
  for (const id of messages) await post(shop, id)
  // Each email takes 15 seconds, so the last ones are sent long after the first lease has expired, while the other
  // process keeps looking for work.
  const slow: Mail = {
    close: () => undefined,
    async send(one) {
      shop.travel(15_000)
      await sendOutbox(shop.deps, shop.deps.mail)
      await shop.deps.mail.send(one)
    },
  }
  await sendOutbox(shop.deps, slow)
  const mails = await shop.mails(to)
  assert.equal(mails.filter(mail => mail.copyOf !== null).length, 0)
  assert.equal(mails.length, messages.length)
})

withCardsOnSqlite('if a process dies while sending, another one sends the email', async shop => {
  await post(shop)
  const { db, now } = shop.deps
  await db.write(tx => outbox.lease(tx, now(), now() + 120_000))
  await send(shop)
  assert.equal((await shop.mails(to)).length, 0, 'still claimed')
  shop.travel(120_001)
  await send(shop)
  assert.equal((await shop.mails(to)).length, 1)
})

/** Fails if an email links to '/pictures/…', which is broken in a mailbox. */
withCardsOnSqlite(
  'emails have the shop’s mark and the pictures of items if the shop has a public address',
  async shop => {
    const { ann, order } = await placePaidOrder(shop)
    const admin = await newAdmin(shop)
    const parcel = { orders: [{ id: order._id }] }
    assert.equal((await admin.call('POST', '/api/booking/send', parcel)).statusCode, 200)
    await post(shop)
    const sent: Message[] = []
    const kept: Mail = { close: () => undefined, send: async one => void sent.push(one) }
    const pictures = ({ html }: Message) => [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src)
    await shop.deps.db.write(tx => tx.updateTable('outbox').set({ sent_at: null, next_try_at: 0 }).execute())
    const { deps } = shop
    const config = { ...deps.config, emailOrigin: 'https://shop.example' }
    await sendOutbox({ ...deps, config }, kept)
    const emailsTo = (email: string) =>
      sent.filter(one => one.to === email && /receipt for|on its way/.test(one.subject))
    const picture = 'https://shop.example/pictures/test-960.webp'
    const mark = 'https://shop.example/icon-192.png'
    assert.deepEqual(emailsTo(ann.email).map(pictures), [
      [mark, picture],
      [mark, picture],
    ])
    assert.deepEqual(sent.filter(one => one.subject === message.subject).map(pictures), [[mark]])
    sent.length = 0
    await deps.db.write(tx => tx.updateTable('outbox').set({ sent_at: null, next_try_at: 0 }).execute())
    await sendOutbox({ ...deps, config: { ...config, emailOrigin: undefined } }, kept)
    assert.deepEqual(emailsTo(ann.email).map(pictures), [[], []])
  },
)

withCardsOnSqlite(
  'receipts end with the owner’s notes, and every email with how to reach them',
  async shop => {
    const { ann } = await placePaidOrder(shop)
    await changeContent(shop, {
      delivery: 'Two <days>.\nBy post.',
      returns: 'Within 30 days.',
      contact: 'Call us.',
    })
    await post(shop)
    await send(shop)
    const [other] = await shop.mails(to)
    assert.equal(other?.text.trim(), 'Text\n\nContact: Call us.\n\nMy shop')
    const receipt = (await shop.mails(ann.email)).find(({ subject }) => /receipt for/.test(subject))
    assert.match(
      receipt?.text ?? '',
      /Delivery: Two <days>\.\s+By post\.\s+Returns: Within 30 days\.\s+Contact: Call us\./,
    )
    assert.match(receipt?.html ?? '', /<strong>Delivery<\/strong><br>Two &#60;days&#62;\.<br>By post\./)
  },
)
