import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { pictureBomb } from '../../../../tests/helpers/picture-bomb.ts'
import { newAdmin, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

async function upload(shop: TestShop, admin: Customer, bytes: Buffer) {
  const form = new FormData()
  form.append('image', new File([new Uint8Array(bytes)], 'x.png'))
  const request = new Request('http://shop', { method: 'POST', body: form })
  return shop.call({
    method: 'POST',
    url: '/api/shopContent/pictures',
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      authorization: `Bearer ${admin.token}`,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a63' } })

const address = /^\/images\/[a-f0-9]{32}-(\d+)x(\d+)\.webp$/

/** Fails if a content picture is cropped to 4:3 as an item's: a logo or a portrait would be cut. */
onSqlite('a picture of the content keeps its shape, and its address says it', async shop => {
  const admin = await newAdmin(shop)
  for (const [given, kept, widths] of [
    [
      [3000, 1500],
      [1600, 800],
      [480, 960, 1600],
    ],
    [[500, 2000], [400, 1600], [400]],
    [
      [700, 300],
      [700, 300],
      [480, 700],
    ],
    [[40, 10], [40, 10], [40]],
  ] as const) {
    const answer = await upload(shop, admin, await plain(given[0], given[1]).jpeg().toBuffer())
    assert.equal(answer.statusCode, 201, answer.body)
    const url: string = answer.json().data.display_url
    assert.deepEqual(address.exec(url)?.slice(1).map(Number), [...kept], url)
    for (const width of widths)
      for (const type of ['webp', 'avif']) {
        const copy = width === kept[0] ? '' : `-${width}`
        const served = await shop.call({ url: url.replace('.webp', `${copy}.${type}`) })
        assert.deepEqual([served.statusCode, served.headers['content-type']], [200, `image/${type}`])
        assert.equal(served.headers['cache-control'], 'public, max-age=31536000, immutable')
        if (type === 'avif') continue
        const seen = await sharp(served.rawPayload).metadata()
        assert.deepEqual([seen.width, seen.height], [width, Math.round((width * kept[1]) / kept[0])])
      }
  }
  const stored = await shop.deps.pictureFiles.list()
  assert.equal(stored.length, 2 * (3 + 1 + 2 + 1))
})

onSqlite('it is turned upright, and stays transparent', async shop => {
  const admin = await newAdmin(shop)
  const lying = await plain(600, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  assert.match((await upload(shop, admin, lying)).json().data.display_url, /-200x600\.webp$/)
  const clear = { r: 200, g: 0, b: 0, alpha: 0 }
  const logo = await sharp({ create: { width: 900, height: 90, channels: 4, background: clear } })
    .png()
    .toBuffer()
  const url: string = (await upload(shop, admin, logo)).json().data.display_url
  for (const copy of ['', '-480']) {
    const { rawPayload } = await shop.call({ url: url.replace('.webp', `${copy}.webp`) })
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    assert.deepEqual([info.channels, data[3]], [4, 0])
  }
})

onSqlite('the bounds and refusals are those of an item’s picture', async shop => {
  const admin = await newAdmin(shop)
  const jpeg = await plain(900, 900).jpeg().toBuffer()
  for (const [bytes, status, sentence] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 400, /JPEG, PNG or WebP/],
    [jpeg.subarray(0, jpeg.length / 2), 400, /broken/],
    [pictureBomb(), 400, /40 megapixels/],
    [Buffer.alloc(11 * 1024 * 1024), 413, /10 MB/],
  ] as const) {
    const answer = await upload(shop, admin, bytes)
    assert.equal(answer.statusCode, status, answer.body)
    assert.match(answer.json().detail, sentence)
  }
  assert.deepEqual(await shop.deps.pictureFiles.list(), [])
})

/** The shop itself keeps them, so that backups, exports and the sweep have them. */
onSqlite(
  'with an image host, pictures of the content stay with the shop',
  async shop => {
    const answer = await upload(shop, await newAdmin(shop), await plain(300, 100).png().toBuffer())
    assert.match(answer.json().data.display_url, /-300x100\.webp$/, answer.body)
    assert.equal((await shop.call({ url: answer.json().data.display_url })).statusCode, 200)
  },
  { IMAGE_HOST: 'imgbb', IMGBB_KEY: 'never-used' },
)
