import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { Item } from '#contract/items.ts'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { tokenHash } from '../../sessions/tokens.ts'
import * as shopIdentity from '../../store/shop-identity.ts'
import * as stockAlerts from '../../store/stock-alerts.ts'

const ask = (who: Customer, { _id }: Item) => who.call('POST', `/api/items/${_id}/notify`)
const isAsked = async (who: Customer, { _id }: Item) =>
  (await who.call('GET', `/api/items/${_id}/notify`)).json().asked

/** On 6ceb9a3 the shop's id, which the card provider knows, was enough to forge any link. */
withCards('links are signed with a secret key; links from 1.0 still cancel their alerts', async shop => {
  const { db, now } = shop.deps
  const item = await shop.item({ availableQuantity: 0 })
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const idOf = async (who: Customer) => (await who.call('GET', '/api/auth/me')).json<{ uid: string }>().uid
  const shopId = (await shopIdentity.find(db.read)) ?? ''
  const formerSecret = (userId: string) =>
    createHmac('sha256', shopId).update(`alert ${item._id} ${userId}`).digest('base64url')
  const stop = async (secret: string) =>
    (await shop.call({ method: 'POST', url: '/api/notify/stop', payload: { secret } })).statusCode
  await ask(ann, item)
  assert.equal(await stop(formerSecret(await idOf(ann))), 410)
  assert.equal(await isAsked(ann, item), true)
  const secret = formerSecret(await idOf(bob))
  const row = {
    item_id: item._id,
    user_id: await idOf(bob),
    secret_hash: tokenHash(secret),
    created_at: now(),
  }
  await db.write(tx => stockAlerts.add(tx, row))
  assert.equal((await ask(bob, item)).statusCode, 201, 'asking again keeps the first request')
  assert.equal(await stop(secret), 204)
  assert.equal(await isAsked(bob, item), false)
  const keys = await db.read.selectFrom('unsubscribe_key').selectAll().execute()
  assert.deepEqual(keys.length, 1)
  assert.match(keys[0]?.secret ?? '', /^[\w-]{43}$/)
  const exported = JSON.stringify((await ann.call('GET', '/api/auth/export')).json())
  assert.ok(!exported.includes(keys[0]?.secret ?? ''))
})
