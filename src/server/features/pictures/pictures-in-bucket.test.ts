import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { eventually } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { behaviours, openStorage } from '../../../../tests/helpers/storage.ts'
import { Bucket } from '../../adapters/bucket.ts'
import { OwnPictures } from '../../adapters/pictures-own.ts'
import { BucketPictures } from '../../adapters/pictures-s3.ts'
import { removeUnusedPictures } from '../../jobs/remove-unused-pictures.ts'
import { checkBucket } from './check-bucket.ts'

const storage = await openStorage()
afterAll(() => storage.close())

const bucket = new Bucket(storage.config)
const day = 86_400_000
const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#a63' } })
  .png()
  .toBuffer()

async function upload(shop: TestShop, who: Customer, url = '/api/images') {
  const form = new FormData()
  form.append('image', new File([new Uint8Array(photo)], 'x.png', { type: 'image/png' }))
  const request = new Request('http://shop', { method: 'POST', body: form })
  return shop.call({
    method: 'POST',
    url,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      authorization: `Bearer ${who.token}`,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

/** Empties the bucket and resets the storage's faults. */
async function resetStorage(): Promise<void> {
  storage.reset()
  await bucket.remove((await bucket.list('')).map(({ key }) => key))
}

/** Retries without the usual pause of some seconds. */
function retryImmediately(shop: TestShop, timings = {}): void {
  const pictureFiles = new BucketPictures(new Bucket(storage.config, { retryMs: 0, pauseMs: 0, ...timings }))
  const own = new OwnPictures(pictureFiles)
  Object.assign(shop.deps, { pictureFiles, pictures: own, portraits: own })
}

const storedKeys = async () => (await bucket.list('')).map(({ key }) => key).sort()

onSqlite(
  'a picture is stored only in the bucket, with the same URL and headers as on disk',
  async shop => {
    await resetStorage()
    const answer = await upload(shop, await newAdmin(shop))
    assert.equal(answer.statusCode, 201, answer.body)
    const address: string = answer.json().data.display_url
    assert.match(address, /^\/images\/[a-f0-9]{32}-960\.webp$/)
    const name = address.slice('/images/'.length, -'-960.webp'.length)
    assert.deepEqual(
      await storedKeys(),
      ['480.avif', '480.webp', '960.avif', '960.webp'].map(end => `images/${name}-${end}`),
    )
    assert.ok(!existsSync(join(shop.deps.config.dataDir, 'images')), 'no folder is needed')
    for (const [ending, type] of [
      ['960.webp', 'webp'],
      ['480.avif', 'avif'],
    ]) {
      const served = await shop.call({ url: `/images/${name}-${ending}` })
      assert.equal(served.statusCode, 200)
      assert.deepEqual(served.rawPayload, await bucket.get(`images/${name}-${ending}`))
      assert.equal(served.headers['content-type'], `image/${type}`)
      assert.equal(served.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(served.headers['x-content-type-options'], 'nosniff')
    }
    assert.equal((await shop.call({ url: `/images/${'b'.repeat(32)}-960.webp` })).statusCode, 404)
    await checkBucket(shop.deps, sentence => assert.fail(sentence))
    storage.requests = []
    for (const odd of ['..%2Fsecret', 'x.webp', `${name}-961.webp`])
      assert.equal((await shop.call({ url: `/images/${odd}` })).statusCode, 404)
    assert.deepEqual(storage.requests, [], 'only names of pictures are asked for')
  },
  storage.settings,
)

onSqlite(
  'during a storage outage uploads and pictures fail with a clear error, and the shop keeps running',
  async shop => {
    await resetStorage()
    retryImmediately(shop)
    const admin = await newAdmin(shop)
    const address: string = (await upload(shop, admin)).json().data.display_url
    const item = await shop.item()
    for (const behaviour of [behaviours.cut, behaviours.fail]) {
      storage.behaviour = behaviour
      const shown = await shop.call({ url: address })
      assert.deepEqual([shown.statusCode, shown.json().code], [503, 'unavailable'])
      assert.equal(shown.headers['retry-after'], '5')
      assert.equal(shown.headers['cache-control'], undefined, 'this response is not cached')
      assert.match(shown.json().detail, /Pictures cannot be reached/)
      assert.doesNotMatch(shown.body, /127\.0\.0\.1|bucket/)
    }
    const refused = await upload(shop, admin)
    assert.deepEqual([refused.statusCode, refused.json().code], [502, 'provider_failed'])
    assert.match(refused.json().detail, /did not accept the file\. Please try again/)
    assert.equal((await shop.call({ url: '/api/items' })).statusCode, 200)
    assert.equal((await admin.order(item)).statusCode, 201)
  },
  storage.settings,
)

/** Fails if every picture request waits: a thousand of them would block all orders. */
onSqlite(
  'with slow storage some requests wait, the others are refused, and orders go on',
  async shop => {
    await resetStorage()
    retryImmediately(shop, { timeoutMs: 1500, tries: 1, failures: 1000 })
    const item = await shop.item()
    const ann = await shop.customer()
    storage.behaviour = behaviours.hang
    const url = `/images/${'a'.repeat(32)}-960.webp`
    let waiting = 1500
    const looking = Array.from({ length: waiting }, async () => {
      const { statusCode } = await shop.call({ url })
      waiting--
      return statusCode
    })
    await eventually(async () => waiting <= 200, 'most of them to be refused')
    assert.equal((await ann.order(item)).statusCode, 201)
    assert.ok(waiting > 0, 'while some wait')
    assert.deepEqual(new Set(await Promise.all(looking)), new Set([503]))
    storage.reset()
    assert.equal((await shop.call({ url })).statusCode, 404)
  },
  storage.settings,
)

onSqlite(
  'a wrong key is reported with the storage’s error code, and pictures return once it is fixed',
  async shop => {
    await resetStorage()
    const answer = await upload(shop, await newAdmin(shop))
    assert.match(answer.json().detail, /It says: SignatureDoesNotMatch$/)
    assert.deepEqual(await storedKeys(), [])
    const said: string[] = []
    await checkBucket(shop.deps, sentence => said.push(sentence))
    assert.match(said.join(), /^The bucket shop at 127.* S3_SECRET_ACCESS_KEY does not belong .* Until then/)
  },
  { ...storage.settings, S3_SECRET_ACCESS_KEY: 'hush' },
)

/** Fails if the folder is cleaned up instead, or if the age of the objects is ignored. */
onBothEngines(
  'unused pictures are deleted from the bucket after a day; the others stay',
  async shop => {
    await resetStorage()
    const admin = await newAdmin(shop)
    const shown: string = (await upload(shop, admin)).json().data.display_url
    const unused: string = (await upload(shop, admin)).json().data.display_url
    const { _id } = await shop.item()
    await shop.deps.db.write(tx =>
      tx.updateTable('items').set({ photo_url: shown }).where('id', '=', _id).execute(),
    )
    assert.equal(await removeUnusedPictures(shop.deps), 0, 'the form may still be open')
    shop.travel(day + 60_000)
    assert.equal(await removeUnusedPictures(shop.deps), 4)
    assert.equal((await storedKeys()).length, 4)
    assert.equal((await shop.call({ url: shown })).statusCode, 200)
    assert.equal((await shop.call({ url: unused })).statusCode, 404)
  },
  storage.settings,
)

onSqlite(
  'a profile picture is in the user’s data export, and is deleted with the account',
  async shop => {
    await resetStorage()
    retryImmediately(shop)
    const ann = await shop.customer()
    const changed = await upload(shop, ann, '/api/auth/picture')
    assert.equal(changed.statusCode, 201, changed.body)
    const { photoURL } = changed.json()
    const { pictures } = (await ann.call('GET', '/api/auth/export')).json()
    const bytes = await bucket.get(photoURL.slice(1))
    assert.deepEqual(pictures, { [photoURL]: `data:image/webp;base64,${bytes?.toString('base64')}` })
    storage.behaviour = behaviours.cut
    assert.equal((await ann.call('GET', '/api/auth/export')).statusCode, 503, 'all of it or none')
    storage.behaviour = behaviours.pass
    assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
    assert.deepEqual(await storedKeys(), [])
  },
  storage.settings,
)

/** Fails if an erasure fails because the storage does not answer. */
onSqlite(
  'an erasure succeeds during a storage outage, and the picture is deleted afterwards',
  async shop => {
    await resetStorage()
    retryImmediately(shop)
    const ann = await shop.customer()
    await upload(shop, ann, '/api/auth/picture')
    storage.behaviour = behaviours.fail
    assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
    storage.behaviour = behaviours.pass
    assert.equal((await storedKeys()).length, 4)
    shop.travel(day + 60_000)
    assert.equal(await removeUnusedPictures(shop.deps), 4)
    assert.deepEqual(await storedKeys(), [])
  },
  storage.settings,
)
