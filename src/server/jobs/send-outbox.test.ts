import assert from 'node:assert/strict'
import { type PayingShop, withCards } from '../../../tests/helpers/paying-shop.ts'
import * as outbox from '../store/outbox.ts'
import { sendOutbox } from './send-outbox.ts'

const to = 'ann@example.com'
const letter = {
  id: 'receipt 1',
  recipient: to,
  subject: 'Hello',
  text_body: 'Text',
  html_body: '<p>HTML</p>',
}

const post = (shop: PayingShop, id = letter.id) =>
  shop.deps.db.write(tx => outbox.add(tx, { ...letter, id }, shop.deps.now()))

const send = (shop: PayingShop) => sendOutbox(shop.deps, shop.deps.mail)

const hour = 3_600_000

withCards('a letter is written once and sent once, also by three processes at the same time', async shop => {
  await Promise.all([post(shop), post(shop), post(shop)])
  await Promise.all([send(shop), send(shop), send(shop)])
  const mails = await shop.mails(to)
  assert.equal(mails.length, 1)
  assert.deepEqual([mails[0]?.subject, mails[0]?.text.trim()], ['Hello', 'Text'])
  const [kept] = await outbox.list(shop.deps.db.read)
  assert.ok(kept?.sent_at)
})

withCards('a mailbox that refuses for now gets it later', async shop => {
  await post(shop)
  await shop.turnMail({ rejectTemporarily: 1 })
  await assert.rejects(send(shop), /could not be sent yet/)
  await send(shop)
  assert.equal((await shop.mails(to)).length, 0, 'not at once')
  shop.travel(hour)
  await send(shop)
  assert.equal((await shop.mails(to)).length, 1)
})

/** A new Message-ID for each try leaves two copies in the mailbox. */
withCards('a connection that breaks after the letter was taken: sent again, found once', async shop => {
  await post(shop)
  await shop.turnMail({ dropAfterData: 1 })
  await assert.rejects(send(shop))
  shop.travel(hour)
  await send(shop)
  assert.equal((await shop.mails(to)).length, 1)
})

withCards('a process that dies while sending leaves the letter to the others', async shop => {
  await post(shop)
  const { db, now } = shop.deps
  await db.write(tx => outbox.claim(tx, now(), now() + 120_000, 20))
  await send(shop)
  assert.equal((await shop.mails(to)).length, 0, 'still claimed')
  shop.travel(120_001)
  await send(shop)
  assert.equal((await shop.mails(to)).length, 1)
})
