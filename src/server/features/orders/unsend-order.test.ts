import assert from 'node:assert/strict'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { placePaidOrder } from '../../../../tests/helpers/paying.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'
import { undoMs } from './send-orders.ts'

const send = (admin: Customer, ...orders: object[]) => admin.call('POST', '/api/booking/send', { orders })

const storyOf = async (ann: Customer, id: string) =>
  (await ann.call('GET', `/api/booking/${id}/timeline`)).json<{ what: string }[]>().map(({ what }) => what)

const subjectsTo = async (shop: CardShop, { email }: Customer) =>
  (await shop.mails(email)).map(({ subject }) => subject)

/** Fails if unsend leaves the email in the outbox, or the carrier on the order. */
withCardsOnSqlite('sending can be undone, which withdraws an email that was not sent yet', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await placePaidOrder(shop)
  const unsend = () => admin.call('POST', `/api/booking/${order._id}/unsend`)
  assert.equal((await unsend()).json().code, 'not_sent')
  await send(admin, { id: order._id, carrier: 'Post' })
  const back = (await unsend()).json()
  assert.deepEqual([back.state, back.sentAt, back.carrier, back.tracking], ['paid', null, null, null])
  shop.travel(undoMs)
  await sendOutbox(shop.deps, shop.deps.mail)
  assert.ok(!(await subjectsTo(shop, ann)).includes('Test Tray is on its way'))
  await send(admin, { id: order._id })
  shop.travel(undoMs)
  await sendOutbox(shop.deps, shop.deps.mail)
  assert.ok((await subjectsTo(shop, ann)).includes('Test Tray is on its way'))
  const story = await storyOf(ann, order._id)
  assert.deepEqual(
    story.filter(what => what.endsWith('sent') && what !== 'receipt_sent'),
    ['sent', 'unsent', 'sent'],
  )
})

/** Fails if unsend forgets that an email was sent, or suppresses the email about the second parcel. */
withCards('an order that is unsent after its email and sent again gets a second email', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await placePaidOrder(shop)
  const emailedParcels = async () => {
    shop.travel(undoMs)
    await sendOutbox(shop.deps, shop.deps.mail)
    const mails = await shop.mails(ann.email)
    return mails
      .filter(({ subject }) => subject.endsWith('is on its way'))
      .map(({ text }) => /Tracking: (.+)/.exec(text)?.[1])
  }
  await send(admin, { id: order._id, tracking: 'first' })
  assert.deepEqual(await emailedParcels(), ['first'])
  const back = await admin.call('POST', `/api/booking/${order._id}/unsend`)
  assert.deepEqual([back.statusCode, back.json().state, back.json().tracking], [200, 'paid', null])
  const left = await shop.deps.db.read
    .selectFrom('outbox')
    .select('sent_at')
    .where('id', 'like', `sent ${order._id}%`)
    .execute()
  assert.equal(left.filter(({ sent_at }) => sent_at !== null).length, 1, 'what has left is still noted')
  assert.deepEqual(await emailedParcels(), ['first'], 'and no other email is sent')
  await send(admin, { id: order._id, tracking: 'second' })
  assert.deepEqual((await emailedParcels()).sort(), ['first', 'second'])
})

/** Fails if only an email without any attempt is withdrawn. */
withCardsOnSqlite('unsend also withdraws an email that the mail server has refused so far', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await placePaidOrder(shop)
  await sendOutbox(shop.deps, shop.deps.mail)
  await send(admin, { id: order._id })
  shop.travel(undoMs)
  await shop.setMailFaults({ rejectTemporarily: 1 })
  await assert.rejects(sendOutbox(shop.deps, shop.deps.mail), /could not be sent yet/)
  assert.equal((await admin.call('POST', `/api/booking/${order._id}/unsend`)).statusCode, 200)
  shop.travel(3_600_000)
  await sendOutbox(shop.deps, shop.deps.mail)
  assert.deepEqual(await subjectsTo(shop, ann), ['Your receipt for Test Tray'])
})
