import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { maxPictureBytes } from '#contract/pictures.ts'
import { pictureBomb } from '../../../../tests/helpers/picture-bomb.ts'
import { onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

const drawn = (format: Format, width = 1200, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#a63' } })
    [format]()
    .toBuffer()

const fileOf = (bytes: Buffer | string, type = 'image/png') =>
  new File([new Uint8Array(Buffer.from(bytes))], 'x.png', { type })

function formOf(...entries: [string, File | string][]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

async function admin(shop: TestShop) {
  const customer = await shop.customer('admin@example.com')
  await shop.deps.db.write(tx => tx.updateTable('users').set({ admin_since: 1 }).execute())
  return customer.token
}

/** A form as raw bytes. */
async function writtenOut(form: FormData) {
  const request = new Request('http://shop', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  return { type, payload: Buffer.from(await request.arrayBuffer()) }
}

type WrittenOut = Awaited<ReturnType<typeof writtenOut>>

const sendWritten = (shop: TestShop, token: string | undefined, { type, payload }: WrittenOut) =>
  shop.call({
    method: 'POST',
    url: '/api/images',
    headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
    payload,
  })

const send = async (shop: TestShop, token: string | undefined, form: FormData) =>
  sendWritten(shop, token, await writtenOut(form))

const upload = (shop: TestShop, token: string, bytes: Buffer | string) =>
  send(shop, token, formOf(['image', fileOf(bytes)]))

const storedFiles = (shop: TestShop) => readdir(join(shop.deps.config.dataDir, 'images')).catch(() => [])

onSqlite(
  'a picture is stored upright in two sizes and two formats, and served with an immutable cache header',
  async shop => {
    const token = await admin(shop)
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const answer = await upload(shop, token, await drawn(format))
      assert.equal(answer.statusCode, 201, answer.body)
      const address: string = answer.json().data.display_url
      assert.match(address, /^\/images\/[a-f0-9]{32}-960\.webp$/)
      for (const [width, height] of [
        [960, 720],
        [480, 360],
      ] as const)
        for (const type of ['webp', 'avif']) {
          const served = await shop.call({ url: address.replace('960.webp', `${width}.${type}`) })
          assert.equal(served.statusCode, 200)
          assert.equal(served.headers['content-type'], `image/${type}`)
          assert.equal(served.headers['cache-control'], 'public, max-age=31536000, immutable')
          assert.equal(served.headers['x-content-type-options'], 'nosniff')
          if (type === 'webp') {
            const seen = await sharp(served.rawPayload).metadata()
            assert.deepEqual([seen.format, seen.width, seen.height], [type, width, height])
          } else assert.match(served.rawPayload.subarray(4, 12).toString(), /^ftypavif/)
        }
    }
    assert.equal((await storedFiles(shop)).length, 12)
  },
)

onSqlite('only pictures are served from the folder', async shop => {
  const name = 'a'.repeat(32)
  for (const path of [
    `${name}-960.webp`,
    `${name}-961.webp`,
    `${name}-960.html`,
    '..%2Fshop.db',
    '%2e%2e/shop.db',
    '',
  ]) {
    assert.equal((await shop.call({ url: `/images/${path}` })).statusCode, 404, path)
  }
})

/** Copying the upload without encoding its pixels again would keep the script and the GPS position. */
onSqlite('only the pixels of an upload survive, the right way up', async shop => {
  const token = await admin(shop)
  const script = '<script>alert("polyglot")</script>'
  const half = { create: { width: 600, height: 400, channels: 3 as const, background: '#00f' } }
  const photo = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#f00' } })
    .composite([{ input: await sharp(half).png().toBuffer(), top: 0, left: 0 }])
    .withMetadata({ orientation: 3, exif: { IFD0: { Copyright: script } } })
    .jpeg()
    .toBuffer()
  assert.ok(photo.includes(script))
  const answer = await upload(shop, token, Buffer.concat([photo, Buffer.from(`<html>${script}</html>`)]))
  assert.equal(answer.statusCode, 201, answer.body)
  for (const name of await storedFiles(shop)) {
    const bytes = await readFile(join(shop.deps.config.dataDir, 'images', name))
    for (const hidden of ['script', 'html', 'Exif', 'polyglot'])
      assert.ok(!bytes.includes(hidden), `${name}: ${hidden}`)
  }
  const served = await shop.call({ url: answer.json().data.display_url })
  const { data, info } = await sharp(served.rawPayload).raw().toBuffer({ resolveWithObject: true })
  const [red = 0, , blue = 0] = data.subarray(0, 3)
  assert.ok(red > 200 && blue < 60, 'the camera was held upside down')
  assert.deepEqual([info.width, info.height], [960, 720])
})

onSqlite('a file that is not a JPEG, PNG or WebP is refused, whatever its name', async shop => {
  const token = await admin(shop)
  const jpeg = await drawn('jpeg', 2000, 2000)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const cases: [string, Buffer | string, RegExp][] = [
    ['SVG', svg, /JPEG, PNG or WebP/],
    ['HTML', '<!doctype html><script>alert(1)</script>', /JPEG, PNG or WebP/],
    [
      'GIF',
      Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      /JPEG, PNG or WebP/,
    ],
    ['PDF', '%PDF-1.7\n%', /JPEG, PNG or WebP/],
    ['HTML behind a JPEG’s first bytes', Buffer.concat([jpeg.subarray(0, 4), Buffer.from('<html>')]), /./],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), /broken/],
    ['a bomb', pictureBomb(), /40 megapixels/],
  ]
  for (const [about, bytes, sentence] of cases) {
    const answer = await upload(shop, token, bytes)
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'unsupported_image'], about)
    assert.match(answer.json().detail, sentence, about)
    assert.doesNotMatch(answer.body, /vips|sharp|buffer/i, about)
  }
  assert.deepEqual(await storedFiles(shop), [])
})

onSqlite('the form must have one file, in its field, of at most 10 MB', async shop => {
  const token = await admin(shop)
  const file = fileOf(await drawn('png', 40, 30))
  const cases: [string, FormData, number, string, string?][] = [
    ['nothing', formOf(), 400, 'bad_input', 'image'],
    ['empty', formOf(['image', fileOf('')]), 400, 'bad_input', 'image'],
    ['text', formOf(['image', 'aGVsbG8=']), 400, 'bad_input', 'image'],
    ['two files', formOf(['image', file], ['image', file]), 400, 'bad_input', 'image'],
    ['another field', formOf(['picture', file]), 400, 'bad_input', 'picture'],
    ['one field more', formOf(['image', file], ['album', '1']), 400, 'bad_input', 'album'],
    ['11 MB', formOf(['image', fileOf(Buffer.alloc(11 * 1024 * 1024))]), 413, 'too_large'],
    ['a byte too much', formOf(['image', fileOf(Buffer.alloc(maxPictureBytes + 1))]), 413, 'too_large'],
  ]
  for (const [about, form, status, code, field] of cases) {
    const answer = await send(shop, token, form)
    assert.deepEqual([answer.statusCode, answer.json().code], [status, code], about)
    if (field) assert.ok(answer.json().fields[field], about)
    if (status === 413) assert.match(answer.json().detail, /10 MB/)
  }
  const headers = { authorization: `Bearer ${token}` }
  const json = await shop.call({ method: 'POST', url: '/api/images', headers, payload: { image: 'x' } })
  assert.deepEqual([json.statusCode, /multipart/.test(json.json().detail)], [415, true])
  const torn = { ...headers, 'content-type': 'multipart/form-data; boundary=x' }
  const broken = await shop.call({
    method: 'POST',
    url: '/api/images',
    headers: torn,
    payload: '--x\r\nnonsense',
  })
  assert.equal(broken.json().code, 'bad_input')
  const part = '--x\r\ncontent-disposition: form-data; name="image"; filename="x"\r\n\r\n\r\n'
  const crowd = `${part.repeat(100_000)}--x--\r\n`
  const crowded = await shop.call({ method: 'POST', url: '/api/images', headers: torn, payload: crowd })
  assert.match(crowded.json().fields.image, /too many parts/)
  for (const more of [
    'xboundary=z; boundary=x',
    'boundary=z; boundary=x',
    'boundary="z"; boundary=x',
    'boundary=x; y',
  ])
    assert.equal(
      (
        await shop.call({
          method: 'POST',
          url: '/api/images',
          headers: { ...headers, 'content-type': `multipart/form-data; ${more}` },
          payload: crowd,
        })
      ).statusCode,
      415,
      more,
    )
  const elsewhere = await shop.call({ method: 'POST', url: '/api/addItem', headers: torn, payload: '--x--' })
  assert.equal(elsewhere.statusCode, 415)
  assert.equal(
    (await send(shop, token, formOf(['image', file]))).statusCode,
    201,
    'and a valid one still works',
  )
})

onSqlite('only admins can upload', async shop => {
  const customer = await shop.customer()
  const big = formOf(['image', fileOf(Buffer.alloc(11 * 1024 * 1024))])
  assert.equal((await send(shop, undefined, big)).statusCode, 401, 'before the body is read')
  assert.equal((await send(shop, customer.token, big)).statusCode, 403, 'before the body is read')
})

/** Memory in use after garbage collection. */
async function settledMemory(): Promise<number> {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  await nextTurn()
  return process.memoryUsage.rss() / 1024 / 1024
}

/**
 * A list that retains every request and its form adds 290 MB; with limitInputPixels: false the decompression bomb
 * passes.
 */
onSqlite('memory stays flat over invalid uploads', async shop => {
  const token = await admin(shop)
  const bytes = [pictureBomb(), Buffer.alloc(9 * 1024 * 1024, '<svg>'), Buffer.alloc(maxPictureBytes)]
  const bad = await Promise.all(bytes.map(bytes => writtenOut(formOf(['image', fileOf(bytes)]))))
  const leastOver = async (rounds: number) => {
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < rounds; i++) {
      for (const form of bad) assert.equal((await sendWritten(shop, token, form)).statusCode, 400)
      least = Math.min(least, await settledMemory())
    }
    return least
  }
  const [first, , last] = [await leastOver(4), await leastOver(3), await leastOver(3)]
  assert.ok(last - first < 150, `from ${first.toFixed()} to ${last.toFixed()} MB`)
})
