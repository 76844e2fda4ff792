import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { SavedVersion, ShopContent } from '#contract/shop-content.ts'
import { changeContent } from '../../../tests/helpers/content.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../tests/helpers/shop.ts'
import { applyRetention } from './apply-retention.ts'
import { removeUnusedPictures } from './remove-unused-pictures.ts'

const day = 86_400_000

/** Writes files as uploads of the content do. Returns their address. */
async function keepForContent(
  shop: TestShop,
  ending: '-800x400.webp' | '-960.webp' | '.mp4' | '.vtt',
): Promise<string> {
  const name = randomBytes(16).toString('hex') + ending
  await shop.deps.pictureFiles.write([{ name, content: Buffer.from('x') }])
  return `/${ending.endsWith('webp') ? 'images' : 'media'}/${name}`
}

/** Fails if only the newest version counts: an undo would show broken pictures. */
onBothEngines('files of the content stay 30 days longer than they are shown', async shop => {
  // A session does not last as long as this test.
  const call = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
    (await newAdmin(shop)).call(method, path, body)
  const [logo, video, captions, never] = [
    await keepForContent(shop, '-800x400.webp'),
    await keepForContent(shop, '.mp4'),
    await keepForContent(shop, '.vtt'),
    await keepForContent(shop, '-800x400.webp'),
  ]
  const cropped = await keepForContent(shop, '-960.webp')
  const left = async () => new Set(await shop.deps.pictureFiles.list())
  const fileOf = (address: string) => address.replace(/.*\//, '')
  const { content } = (await call('GET', '/api/shopContent')).json<SavedVersion>()
  const overview = { title: 'Tour', text: '', videos: [video], poster: null, captions }
  const save = (version: number, changed: Partial<ShopContent>) =>
    call('PUT', '/api/shopContent', { version, content: { ...content, ...changed } })
  const shown = { mark: cropped, overview, teamClosing: closingWith(logo) }
  assert.equal((await save(1, shown)).statusCode, 200)

  shop.travel(day - 60_000)
  assert.equal(await removeUnusedPictures(shop.deps), 0, 'an unsaved form may have the unused one')
  shop.travel(120_000)
  assert.equal(await removeUnusedPictures(shop.deps), 1, 'nobody has ever seen it')
  shop.travel(99 * day)
  assert.equal(await removeUnusedPictures(shop.deps), 0, 'the newest version counts, however old')
  assert.deepEqual(await left(), new Set([logo, video, captions, cropped].map(fileOf)))
  assert.ok(!(await left()).has(fileOf(never)))

  assert.equal((await save(2, { name: 'Plain' })).statusCode, 200)
  shop.travel(29 * day)
  assert.equal(await removeUnusedPictures(shop.deps), 0, 'shown until 29 days ago')
  const undone = await call('POST', '/api/shopContent/undo', { version: 3 })
  assert.equal(undone.statusCode, 200, undone.body)
  assert.equal((await save(4, { name: 'Plain' })).statusCode, 200)
  shop.travel(30 * day + 60_000)
  const { canUndo } = (await call('GET', '/api/shopContent')).json<SavedVersion>()
  assert.equal(canUndo, false)
  const refused = await call('POST', '/api/shopContent/undo', { version: 5 })
  assert.match(refused.json().detail, /more than 30 days old/)
  assert.equal(await removeUnusedPictures(shop.deps), 4)
  assert.deepEqual(await left(), new Set())
})

onBothEngines('a picture of the content that an item shows stays with the item', async shop => {
  const address = await keepForContent(shop, '-800x400.webp')
  const { _id } = await shop.item()
  const show = (photo_url: string) =>
    shop.deps.db.write(tx => tx.updateTable('items').set({ photo_url }).where('id', '=', _id).execute())
  await show(address)
  shop.travel(2 * day)
  assert.equal(await removeUnusedPictures(shop.deps), 0)
  await show('/pictures/x.webp')
  assert.equal(await removeUnusedPictures(shop.deps), 1)
})

/** Fails if versions stay for ever: names and portraits of people who have left would, too. */
onBothEngines('versions of the content go 30 days after they were last shown', async shop => {
  const { db } = shop.deps
  const versions = async () => {
    const deleted = (await applyRetention(shop.deps)).shop_content
    const rows = await db.read.selectFrom('shop_content').select('version').orderBy('version').execute()
    return [deleted, ...rows.map(({ version }) => version)]
  }
  assert.deepEqual(await versions(), [0, 1], 'the only one')
  for (const slogan of ['Two', 'Three']) {
    shop.travel(day)
    await changeContent(shop, { slogan })
  }
  shop.travel(29 * day - 60_000)
  assert.deepEqual(await versions(), [0, 1, 2, 3])
  shop.travel(120_000)
  assert.deepEqual(await versions(), [1, 2, 3], 'an undo can still bring back the second')
  assert.equal(
    (await (await newAdmin(shop)).call('POST', '/api/shopContent/undo', { version: 3 })).statusCode,
    200,
  )
  shop.travel(99 * day)
  assert.deepEqual(await versions(), [2, 4], 'the newest stays, however old')
  const refused = await (await newAdmin(shop)).call('POST', '/api/shopContent/undo', { version: 4 })
  assert.match(refused.json().detail, /more than 30 days old/)
})

const closingWith = (picture: string) => ({ picture, title: 'More', text: '', action: 'Go', to: '/items' })
