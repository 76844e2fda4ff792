import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { keys } from '../../../../sandbox/context.ts'
import { imgbbPart } from '../../../../sandbox/imgbb/part.ts'
import { openSandboxPart } from '../../../../sandbox/test-part.ts'
import { pictureForm } from '../../../../tests/helpers/picture-form.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'
import { eraseFromShell } from './erase-from-shell.ts'

const sandbox = await openSandboxPart(imgbbPart)
afterAll(() => sandbox.close())

const settings = {
  SHOP_MODE: 'demo',
  IMAGE_HOST: 'imgbb',
  IMGBB_KEY: keys.imgbb,
  IMGBB_URL: `${sandbox.context.url}/imgbb`,
}

const filesOf = ({ deps }: TestShop) => readdir(join(deps.config.dataDir, 'images')).catch(() => [])

/** On 6ceb9a3 the portrait stayed at the image host, visible to everyone. */
onBothEngines(
  'with an image host that cannot delete, the shop stores portraits itself, and erases them',
  async shop => {
    const [ann, admin] = [await shop.customer(), await newAdmin(shop)]
    const { payload, headers } = await pictureForm()
    const { photoURL } = (await ann.call('POST', '/api/auth/picture', payload, headers)).json()
    assert.match(photoURL, /^\/images\//)
    assert.equal((await shop.call({ url: photoURL })).statusCode, 200)
    assert.equal((await filesOf(shop)).length, 4)
    const ofItem = (await admin.call('POST', '/api/images', payload, headers)).json().data.display_url
    assert.ok(ofItem.startsWith(sandbox.context.url), 'pictures of items are still at the host')
    assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
    assert.deepEqual(await filesOf(shop), [])
    assert.equal((await shop.call({ url: photoURL })).statusCode, 404)
    const [erased] = (await admin.call('GET', '/api/audit?search=account+erased')).json()
    assert.deepEqual(Object.keys(erased.detail), ['user'], 'nothing was left')
  },
  settings,
)

const address = 'https://i.ibb.co/abc123/portrait.webp'

/** A user with a portrait as an earlier version stored it. */
async function withOldPortrait(shop: TestShop) {
  const ann = await shop.customer('ann@example.com')
  const { uid } = (await ann.call('GET', '/api/auth/me')).json<{ uid: string }>()
  await shop.deps.db.write(tx =>
    tx.updateTable('users').set({ photo_url: address }).where('id', '=', uid).execute(),
  )
  return { ann, uid }
}

onBothEngines(
  'erasure forgets the URL of a portrait at an image host, and reports that it is there',
  async shop => {
    const { ann, uid } = await withOldPortrait(shop)
    const admin = await newAdmin(shop)
    assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
    const row = await shop.deps.db.read.selectFrom('users').selectAll().where('id', '=', uid).execute()
    assert.equal(row[0]?.photo_url, null)
    const [erased] = (await admin.call('GET', '/api/audit?search=account+erased')).json()
    assert.deepEqual(erased.detail, { user: uid, pictureLeftAt: 'i.ibb.co' })
    assert.match(erased.about, /picture left at i\.ibb\.co$/)
  },
  settings,
)

onBothEngines('the erase command prints where to delete the portrait', async shop => {
  const { ann } = await withOldPortrait(shop)
  const [message, done] = await eraseFromShell(shop.deps, ann.email)
  assert.equal(done, true)
  assert.ok(message.includes(`picture at ${address}, which is kept elsewhere`), message)
})
