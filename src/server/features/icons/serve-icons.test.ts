import assert from 'node:assert/strict'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { ShopContent } from '#contract/shop-content.ts'
import { paletteOf } from '#domain/palette.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { sharp } from '../../adapters/safe-sharp.ts'
import { serveIcons } from './serve-icons.ts'

const folder = join(import.meta.dirname, '../../../../public')

/** Changes the content, and asks for files of the shop. */
function withIcons(shop: TestShop) {
  serveIcons(shop.app, shop.deps, folder)
  const ask = async (url: string, headers = {}) => shop.call({ url, headers })
  return {
    change: (content: Partial<ShopContent>) => changeContent(shop, content),
    ask,
    svg: async () => (await ask('/icon.svg')).body,
    bytes: async (url: string) => (await ask(url)).rawPayload,
  }
}

/** The color of a pixel, as in the content. */
async function colorAt(picture: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  if (info.channels === 4 && data[at + 3] === 0) return 'transparent'
  return `#${data.subarray(at, at + 3).toString('hex')}`
}

const colors = (accent: string) => paletteOf(accent).light

onSqlite(
  'the manifest names the shop and its icons',
  async shop => {
    const { ask } = withIcons(shop)
    const { headers, body } = await ask('/manifest.webmanifest')
    assert.equal(headers['content-type'], 'application/manifest+json')
    assert.deepEqual(JSON.parse(body), {
      name: 'Tuckshop',
      short_name: 'Tuckshop',
      description: 'small goods, well made',
      id: '/',
      start_url: '/items',
      scope: '/',
      display: 'standalone',
      background_color: '#fbf8f3',
      theme_color: '#fbf8f3',
      icons: [
        { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    })
  },
  { SHOP_MODE: 'demo' },
)

/** Fails if a save waits for a cache, or if an item's change draws everything anew. */
onBothEngines('icons follow a save at once, and browsers keep what has not changed', async shop => {
  const { change, ask } = withIcons(shop)
  const before = await ask('/icon.svg')
  assert.equal(before.headers['cache-control'], 'public, max-age=300')
  const etag = String(before.headers.etag)
  await shop.item()
  assert.equal((await ask('/icon.svg', { 'if-none-match': etag })).statusCode, 304)
  await change({ name: 'Zoë' })
  const after = await ask('/icon.svg', { 'if-none-match': etag })
  assert.equal(after.statusCode, 200)
  assert.notEqual(after.body, before.body)
  assert.equal((await ask('/manifest.webmanifest')).json().name, 'Zoë')
})

/** Fails if a drawing is kept for the same name: the tab would show the old color or letter until the next start. */
onSqlite('each part of the look that a drawing shows draws it anew', async shop => {
  const { change, bytes } = withIcons(shop)
  await change({ name: 'Élan', mark: 'letter', edge: 'line' })
  for (const [path, changes] of [
    ['/icon.svg', { accent: '#1f2f9b' }],
    ['/icon.svg', { typefaces: 'modern' }],
    ['/icon.svg', { mark: 'awning' }],
    ['/share.jpg', { edge: 'none' }],
  ] as const) {
    const before = await bytes(path)
    await change(changes)
    assert.ok(!(await bytes(path)).equals(before), JSON.stringify(changes))
  }
})

/** Fails if a failed drawing is kept: the icon would be missing until the content changes. */
onSqlite('an icon is there again after the storage of its picture was away', async shop => {
  const { ask, change } = withIcons(shop)
  const red = sharp({ create: { width: 40, height: 40, channels: 3, background: '#d01020' } })
  await change({ mark: await shop.deps.pictures.keep(await red.png().toBuffer()) })
  const read = vi.spyOn(shop.deps.pictureFiles, 'read').mockRejectedValueOnce(new Error('The bucket is away'))
  assert.equal((await ask('/icon.svg')).statusCode, 500)
  assert.equal((await ask('/icon.svg')).statusCode, 200)
  assert.equal(read.mock.calls.length, 2)
})

onSqlite('the first letter stands on the accent color in every size', async shop => {
  const { ask, change, svg, bytes } = withIcons(shop)
  await change({ name: 'élan', accent: '#1f5f5b' })
  const { '--color-primary': accent, '--color-primary-content': ink } = colors('#1f5f5b')
  const drawing = await svg()
  assert.ok(drawing.includes(`fill="${accent}"`) && drawing.includes(`fill="${ink}"`), drawing)
  await change({ name: 'Élan' })
  assert.equal(await svg(), drawing, 'a small letter becomes a capital')
  await change({ name: 'Elan' })
  assert.notEqual(await svg(), drawing, 'its accent is there')
  for (const [path, width] of [
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
    ['/icon-maskable-512.png', 512],
    ['/apple-touch-icon.png', 180],
  ] as const) {
    const { width: w, height: h, format } = await sharp(await bytes(path)).metadata()
    assert.deepEqual([w, h, format], [width, width, 'png'], path)
  }
  assert.equal(await colorAt(await bytes('/icon-512.png'), 0, 0), 'transparent')
  assert.equal(await colorAt(await bytes('/icon-512.png'), 20, 256), accent)
  assert.equal(await colorAt(await bytes('/icon-maskable-512.png'), 0, 0), accent)
  const ico = (await ask('/favicon.ico')).rawPayload
  assert.deepEqual([...ico.subarray(0, 6)], [0, 0, 1, 0, 3, 0])
  const [length, begin] = [ico.readUInt32LE(6 + 16 + 8), ico.readUInt32LE(6 + 16 + 12)]
  assert.equal((await sharp(ico.subarray(begin, begin + length)).metadata()).width, 32)
})

/** Fails if a machine's own fonts are used, or an empty square is drawn. */
onSqlite('a letter that no typeface of the shop has becomes the awning', async shop => {
  const { change, svg } = withIcons(shop)
  await change({ mark: 'awning' })
  const awning = await svg()
  for (const [name, isDrawn] of [
    ['蝋燭', false],
    ['🕯 Candles', false],
    ['Ärger', true],
    ['Жар-птица', true],
    ['Ωmega', true],
    ['7 Days', true],
  ] as const) {
    await change({ mark: 'letter', name })
    assert.equal((await svg()) !== awning, isDrawn, name)
  }
})

onSqlite('an awning has the shop’s own accent, on paper', async shop => {
  const { change, svg, bytes } = withIcons(shop)
  await change({ mark: 'awning', accent: '#1f5f5b' })
  assert.ok((await svg()).includes(colors('#1f5f5b')['--color-primary']))
  assert.equal(await colorAt(await bytes('/icon-192.png'), 0, 0), colors('#1f5f5b')['--color-base-100'])
})

onSqlite('an owner’s picture is fitted on paper; without its file there is the letter', async shop => {
  const { change, svg, bytes } = withIcons(shop)
  const letter = await svg()
  const red = sharp({ create: { width: 400, height: 300, channels: 3, background: '#d01020' } })
  const mark = await shop.deps.pictures.keep(await red.png().toBuffer())
  await change({ mark })
  assert.match(await svg(), /<image [^>]*href="data:image\/png;base64,/)
  const icon = await bytes('/icon-512.png')
  assert.match(await colorAt(icon, 256, 256), /^#[cd]\w{5}$/)
  assert.equal(await colorAt(icon, 4, 4), colors('#1f5f5b')['--color-base-100'])
  assert.match(await colorAt(await bytes('/share.jpg'), 160, 290), /^#[cd]\w{5}$/)
  const unreadable = [mark.replace('.webp', '.avif'), '/images/0123456789abcdef0123456789abcdef-960.webp']
  for (const other of [...unreadable, '/pictures/..', 'https://host.example/x.png']) {
    await change({ mark: other })
    assert.equal(await svg(), letter, other)
  }
})

onSqlite(
  'the share picture shows the name and the slogan',
  async shop => {
    const { change, bytes } = withIcons(shop)
    const before = await bytes('/share.jpg')
    await change({ slogan: 'Another' })
    const drawn = await bytes('/share.jpg')
    assert.ok(!drawn.equals(before))
    const { width, height, format } = await sharp(drawn).metadata()
    assert.deepEqual([width, height, format], [1200, 630, 'jpeg'])
    await change({ name: 'Atelier Lumière' })
    assert.ok(!(await bytes('/share.jpg')).equals(drawn))
    await change({ name: '蝋燭', slogan: 'x'.repeat(80) })
    assert.equal((await sharp(await bytes('/share.jpg')).metadata()).width, 1200)
  },
  { SHOP_MODE: 'demo' },
)

/** Fails if a PNG is compressed again for each encoding. */
onSqlite('only drawings are compressed', async shop => {
  const { ask } = withIcons(shop)
  const encodingOf = async (url: string) =>
    (await ask(url, { 'accept-encoding': 'br' })).headers['content-encoding']
  assert.equal(await encodingOf('/icon-512.png'), undefined)
  await changeContent(shop, { name: 'Élan' })
  assert.equal(await encodingOf('/icon.svg'), 'br')
})
