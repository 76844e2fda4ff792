import assert from 'node:assert/strict'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { finishRemovals } from '../../../../tests/helpers/finish-removals.ts'
import { placePaidOrder } from '../../../../tests/helpers/paying.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'

const emailsIn = async (one: Customer): Promise<{ text_body: string }[]> =>
  (await one.call('GET', '/api/auth/export')).json().outbox ?? []

const allSent = (shop: CardShop): Promise<void> => sendOutbox(shop.deps, shop.deps.mail)

/** Fails if emails are found by address: after the account is removed, anyone can sign up with it. */
withCardsOnSqlite(
  'a new account does not see the emails of a removed account with the same email address',
  async shop => {
    const [admin, clerk] = [await newAdmin(shop), await newAdmin(shop)]
    await clerk.call('PUT', '/api/myNotices', { orders: 'each', lowStock: false })
    const { ann } = await placePaidOrder(shop)
    assert.equal((await emailsIn(clerk)).length, 1)
    assert.equal((await emailsIn(ann)).length, 1)
    await allSent(shop)
    for (const { email } of [clerk, ann]) {
      assert.equal((await admin.call('DELETE', `/api/user/${email}`)).statusCode, 204)
      assert.deepEqual(await emailsIn(await shop.customer(email)), [])
    }
    await finishRemovals(shop)
    assert.deepEqual(await shop.deps.db.read.selectFrom('outbox').select('id').execute(), [])
  },
)

/** Fails if an email about an old order goes to the current user of the email address. */
withCards(
  'an email about a removed customer’s refund does not go to the email address’s new user',
  async shop => {
    const admin = await newAdmin(shop)
    const { ann, order } = await placePaidOrder(shop)
    await admin.call('DELETE', `/api/user/${ann.email}`)
    const stranger = await shop.customer(ann.email)
    const refund = await admin.call('POST', `/api/booking/${order._id}/refund`, {
      reason: 'Late',
      restock: 0,
    })
    assert.equal(refund.statusCode, 200, refund.body)
    assert.deepEqual(await emailsIn(stranger), [])
    await stranger.call('POST', '/api/auth/erase', {})
    const messages = await shop.deps.db.read.selectFrom('outbox').select('id').execute()
    assert.ok(
      messages.some(({ id }) => id.startsWith('refund ')),
      'it is still in the outbox',
    )
  },
)

/** Fails if a removed admin still gets emails about buyers, which may have waited for the mail server. */
withCardsOnSqlite(
  'removing an account deletes an admin’s unsent emails; a customer’s are sent',
  async shop => {
    const [admin, clerk] = [await newAdmin(shop), await newAdmin(shop)]
    await clerk.call('PUT', '/api/myNotices', { orders: 'each', lowStock: false })
    const { ann } = await placePaidOrder(shop)
    for (const { email } of [clerk, ann]) await admin.call('DELETE', `/api/user/${email}`)
    await allSent(shop)
    assert.deepEqual(await shop.mails(clerk.email), [])
    assert.equal((await shop.mails(ann.email)).length, 1)
  },
)

/** Fails if an admin is identified by email: erasing another account could delete the record of who did what. */
withCardsOnSqlite(
  'erasing a user with a removed admin’s email does not affect the admin’s records',
  async shop => {
    const [admin, clerk] = [await newAdmin(shop), await newAdmin(shop)]
    const { order } = await placePaidOrder(shop)
    await clerk.call('POST', '/api/booking/send', { orders: [{ id: order._id }] })
    await admin.call('DELETE', `/api/user/${clerk.email}`)
    const senders = async () => {
      const events = (await admin.call('GET', `/api/booking/${order._id}/timeline`)).json()
      return events
        .filter(({ what }: { what: string }) => what === 'sent')
        .map(({ by }: { by: string }) => by)
    }
    const stranger = await shop.customer(clerk.email)
    assert.equal((await stranger.call('POST', '/api/auth/erase', {})).statusCode, 204)
    assert.deepEqual(await senders(), [clerk.email])
  },
)
