import assert from 'node:assert/strict'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { bought } from '../../../../tests/helpers/paying.ts'
import { type PayingShop, withCards, withCardsOnSqlite } from '../../../../tests/helpers/paying-shop.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'

const lettersIn = async (one: Customer): Promise<{ text_body: string }[]> =>
  (await one.call('GET', '/api/auth/export')).json().outbox ?? []

const allSent = (shop: PayingShop): Promise<void> => sendOutbox(shop.deps, shop.deps.mail)

/** Fails where emails are found by their address: it is free for anybody once the account is gone. */
withCardsOnSqlite(
  'whoever signs up with the e-mail of a removed account reads none of its emails',
  async shop => {
    const [admin, clerk] = [await newAdmin(shop), await newAdmin(shop)]
    await clerk.call('PUT', '/api/myNotices', { orders: 'each', lowStock: false })
    const { ann } = await bought(shop)
    assert.equal((await lettersIn(clerk)).length, 1)
    assert.equal((await lettersIn(ann)).length, 1)
    await allSent(shop)
    for (const { email } of [clerk, ann]) {
      assert.equal((await admin.call('DELETE', `/api/user/${email}`)).statusCode, 204)
      assert.deepEqual(await lettersIn(await shop.customer(email)), [])
    }
    assert.deepEqual(await shop.deps.db.read.selectFrom('outbox').select('id').execute(), [])
  },
)

/** Fails where an email about an old order follows its address to whoever has it now. */
withCards('a refund of a removed customer is not told to the one who has their e-mail now', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await bought(shop)
  await admin.call('DELETE', `/api/user/${ann.email}`)
  const stranger = await shop.customer(ann.email)
  const refund = await admin.call('POST', `/api/booking/${order._id}/refund`, { reason: 'Late', restock: 0 })
  assert.equal(refund.statusCode, 200, refund.body)
  assert.deepEqual(await lettersIn(stranger), [])
  await stranger.call('POST', '/api/auth/erase', {})
  const messages = await shop.deps.db.read.selectFrom('outbox').select('id').execute()
  assert.ok(
    messages.some(({ id }) => id.startsWith('refund ')),
    'it waits for its owner',
  )
})

/** Fails where a removed admin is still told who has bought what: the email may have waited for the mail server. */
withCardsOnSqlite(
  'emails to an admin that have not left go with the account, a customer’s leave',
  async shop => {
    const [admin, clerk] = [await newAdmin(shop), await newAdmin(shop)]
    await clerk.call('PUT', '/api/myNotices', { orders: 'each', lowStock: false })
    const { ann } = await bought(shop)
    for (const { email } of [clerk, ann]) await admin.call('DELETE', `/api/user/${email}`)
    await allSent(shop)
    assert.deepEqual(await shop.mails(clerk.email), [])
    assert.equal((await shop.mails(ann.email)).length, 1)
  },
)

/** Fails where an admin is known by their e-mail: anybody could wipe out who did what. */
withCardsOnSqlite(
  'what a removed admin did stays theirs when somebody with their e-mail is erased',
  async shop => {
    const [admin, clerk] = [await newAdmin(shop), await newAdmin(shop)]
    const { order } = await bought(shop)
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
