import assert from 'node:assert/strict'
import { emptyContent } from '#contract/shop-content.ts'
import { type Customer, confirmed } from '../../../../tests/helpers/customers.ts'
import { addSubscriber } from '../../../../tests/helpers/newsletter-calls.ts'
import { allEmails } from '../../../../tests/helpers/outbox-emails.ts'
import { newAdmin, onBothEngines } from '../../../../tests/helpers/shop.ts'
import { tokenHash } from '../../sessions/tokens.ts'
import * as newsletter from '../../store/newsletter.ts'
import * as outbox from '../../store/outbox.ts'
import { goLive } from '../go-live/go-live.ts'

onBothEngines('admins export the subscribers and remove one; the audit log has both', async shop => {
  const admin = await newAdmin(shop)
  const { db, now } = shop.deps
  await db.write(tx => newsletter.ask(tx, 'x', 'unconfirmed@example.com', now()))
  const token = await addSubscriber(shop, 'zoe@example.com')
  await addSubscriber(shop, '=cmd@example.com')
  const { body, headers } = await admin.call('GET', '/api/newsletter.csv')
  assert.match(String(headers['content-disposition']), /subscribers\.csv/)
  const lines = body.replace('\ufeff', '').trim().split('\r\n')
  assert.equal(lines[0], 'email,confirmedAt,unsubscribe')
  assert.match(lines[1] ?? '', /^'=cmd@example\.com,20\d\d-/)
  assert.match(
    lines[2] ?? '',
    new RegExp(`^zoe@example\\.com,20.*,http://localhost.*/\\?unsubscribe=${token}$`),
  )
  assert.equal(lines.length, 3)
  const remove = async (email: string) =>
    (await admin.call('DELETE', `/api/newsletter/${encodeURIComponent(email)}`)).statusCode
  assert.equal(await remove('Zoe@example.com'), 204)
  assert.equal(await remove('zoe@example.com'), 404)
  assert.equal(await newsletter.count(db.read), 1)
  const acts = (await admin.call('GET', '/api/audit?limit=5')).json<{ what: string }[]>()
  assert.deepEqual(
    acts.slice(0, 2).map(({ what }) => what),
    ['subscriber_removed', 'subscribers_exported'],
  )
  assert.ok(!JSON.stringify(acts).includes('zoe@example.com'))
})

/** Fails if an account gets or deletes the data of an address that it has not confirmed. */
onBothEngines('own data and erasure include the subscription of a confirmed email only', async shop => {
  const [ann, eve] = [await confirmed(shop.deps, await shop.customer()), await shop.customer()]
  const { db, now } = shop.deps
  for (const { email } of [ann, eve]) {
    const hash = tokenHash(await addSubscriber(shop, email))
    const id = `${newsletter.emailPrefix(hash)}welcome`
    const message = { id, recipient: email, user_id: null, subject: '', text_body: '', html_body: '' }
    await db.write(tx => outbox.add(tx, message, now()))
  }
  const data = async (who: Customer) =>
    (await who.call('GET', '/api/auth/export')).json<{ newsletter_subscribers?: object[] }>()
  assert.equal((await data(ann)).newsletter_subscribers?.length, 1)
  assert.equal((await data(eve)).newsletter_subscribers, undefined)
  for (const who of [ann, eve]) {
    const erased = await who.call('POST', '/api/auth/erase', {})
    assert.equal(erased.statusCode, 204, erased.body)
  }
  assert.deepEqual(
    (await newsletter.list(db.read, { limit: 9 })).map(({ _id }) => _id),
    [eve.email],
  )
  assert.deepEqual(
    (await allEmails(db.read)).map(({ recipient }) => recipient),
    [eve.email],
  )
})

onBothEngines(
  'the subscribers of a demo do not become those of the live shop',
  async shop => {
    await addSubscriber(shop, 'visitor@example.com')
    const { db, passwords, now } = shop.deps
    await goLive({ db, passwords, now: now(), orders: undefined, content: emptyContent('Atelier') })
    assert.equal(await newsletter.count(db.read), 0)
  },
  { SHOP_MODE: 'demo' },
)
