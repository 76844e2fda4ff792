import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Customer, customerOf } from '../../../../tests/helpers/customers.ts'
import { pictureForm } from '../../../../tests/helpers/picture-form.ts'
import { onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'
import { buildApp } from '../../app.ts'
import { Database } from '../../db/engine/database.ts'

/** Erases the account after the first write of another call was admitted, and before it starts. */
function erasedMeanwhile(shop: TestShop, { email, token, call }: Customer): Customer {
  const { engine } = shop.deps.db
  let erased: Promise<unknown> | undefined
  const db = new Database({
    name: engine.name,
    reader: engine.reader,
    withForeignKeysOff: engine.withForeignKeysOff,
    close: () => engine.close(),
    async begin(how) {
      erased ??= call('POST', '/api/auth/erase', {}).then(({ statusCode }) => assert.equal(statusCode, 204))
      await erased
      return engine.begin(how)
    },
  })
  const app = buildApp({ ...shop.deps, db })
  return customerOf(options => app.inject(options), email, token)
}

const words = { name: 'Ann', address: 'Hidden Lane 9', education: 'x', linkedin: 'x', mobileNumber: '1' }

type Writes = (late: Customer, itemId: string) => ReturnType<Customer['call']>

const writes: Readonly<Record<string, Writes>> = {
  'a new profile': late => late.call('POST', '/api/myProfile', { ...words, email: late.email }),
  'a profile': late => late.call('PUT', '/api/myProfile', { ...words, email: late.email }),
  'a name': late => late.call('PUT', '/api/auth/name', { name: 'Ann' }),
  'a review': late => late.call('POST', '/api/myReview', { name: 'Ann', comment: 'Fine.', starRating: 5 }),
  'a review of an item': (late, itemId) =>
    late.call('POST', '/api/myReview', { itemId, name: 'Ann', comment: 'Fine.', starRating: 5 }),
  'a picture': async late => {
    const { payload, headers } = await pictureForm()
    return late.call('POST', '/api/auth/picture', payload, headers)
  },
}

/** Fails if any of these calls does not check in its own transaction that the user still exists. */
for (const [what, write] of Object.entries(writes))
  onBothEngines(`${what} during an erasure leaves nothing behind`, async shop => {
    const { db, config } = shop.deps
    const [ann, item] = [await shop.customer(), await shop.item()]
    const answer = await write(erasedMeanwhile(shop, ann), item._id)
    assert.deepEqual([answer.statusCode, answer.json().code], [401, 'signed_out'])
    const [user] = await db.read.selectFrom('users').selectAll().execute()
    assert.deepEqual([user?.email, user?.display_name, user?.photo_url], ['erased', '', null])
    for (const table of ['profiles', 'reviews'] as const)
      assert.deepEqual(await db.read.selectFrom(table).selectAll().execute(), [], table)
    assert.deepEqual(await readdir(join(config.dataDir, 'images')).catch(() => []), [])
  })
