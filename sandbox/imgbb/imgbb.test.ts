import assert from 'node:assert/strict'
import sharp from 'sharp'
import { afterAll, beforeAll, test } from 'vitest'
import { keys } from '../context.ts'
import { type Opened, openSandboxPart, setFaults } from '../test-part.ts'
import { imgbbPart } from './part.ts'

interface Answer {
  data: Record<string, string | number> & {
    image: Record<string, string>
    thumb: Record<string, string>
    url: string
    display_url: string
    url_viewer: string
    delete_url: string
  }
  success: boolean
  status: number
}

let sandbox: Opened
beforeAll(async () => {
  sandbox = await openSandboxPart(imgbbPart)
})
afterAll(() => sandbox.close())

const drawn = (format: 'png' | 'webp' | 'jpeg' | 'gif' | 'avif') =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#a63' } })
    [format]()
    .toBuffer()

const address = (key = keys.imgbb) => `${sandbox.context.url}/imgbb/1/upload?key=${key}`

function form(image: Blob | string, filename = 'basket.png'): FormData {
  const made = new FormData()
  if (typeof image === 'string') made.append('image', image)
  else made.append('image', image, filename)
  return made
}

const send = (body: FormData | URLSearchParams, url = address()) => fetch(url, { method: 'POST', body })

const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])

async function uploaded(body: FormData | URLSearchParams, url?: string): Promise<Answer> {
  const response = await send(body, url)
  assert.equal(response.status, 200)
  return (await response.json()) as Answer
}

test('an uploaded file is served unchanged, with a thumbnail', async () => {
  const bytes = await drawn('png')
  const { data, success, status } = await uploaded(form(blob(bytes), 'Wicker basket.png'))
  assert.deepEqual([success, status], [true, 200])
  const { title, width, height, size, expiration } = data
  assert.deepEqual(
    { title, width, height, size, expiration },
    { title: 'Wicker-basket', width: 300, height: 200, size: bytes.length, expiration: 0 },
  )
  assert.deepEqual(data.image, {
    filename: 'Wicker-basket.png',
    name: 'Wicker-basket',
    mime: 'image/png',
    extension: 'png',
    url: data.url,
  })
  const file = await fetch(data.display_url)
  assert.equal(file.headers.get('content-type'), 'image/png')
  assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
  assert.match(file.headers.get('cache-control') ?? '', /max-age=31536000, immutable/)
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes)
  const thumb = await sharp(await (await fetch(data.thumb.url ?? '')).arrayBuffer()).metadata()
  assert.deepEqual([thumb.width, thumb.height], [180, 180])
})

test('both kinds of forms accept base64, and the bytes determine the format', async () => {
  const text = (await drawn('webp')).toString('base64')
  const multipart = await uploaded(form(text), `${address()}&name=tin.jpg&expiration=600`)
  assert.equal(multipart.data.image.filename, 'tin.webp')
  assert.equal(multipart.data.expiration, 600)
  const bare = `${sandbox.context.url}/imgbb/1/upload`
  const plain = await uploaded(new URLSearchParams({ image: text, key: keys.imgbb }), bare)
  assert.equal((await fetch(plain.data.url)).headers.get('content-type'), 'image/webp')
})

for (const format of ['jpeg', 'gif', 'avif'] as const) {
  test(`a ${format} is accepted`, async () => {
    const { data } = await uploaded(form(blob(await drawn(format)), 'x'))
    assert.equal(data.image.mime, `image/${format}`)
  })
}

test('invalid uploads are refused in imgbb’s error format', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const refused: [FormData | URLSearchParams, string, string, number][] = [
    [form(blob(await drawn('png'))), address('wrong'), 'Invalid API v1 key.', 100],
    [new FormData(), address(), 'Empty upload source.', 130],
    [form(new Blob([])), address(), 'Empty upload source.', 130],
    [form('not base64!'), address(), 'Invalid base64 string.', 120],
    [form(new Blob(['hello'])), address(), "Can't get target upload source info", 310],
    [form(new Blob([svg])), address(), "Can't get target upload source info", 310],
    [form(new Blob([new Uint8Array(32 * 1024 * 1024 + 1)])), address(), 'File too big - max 32 MB', 313],
  ]
  for (const [body, url, message, code] of refused) {
    const response = await send(body, url)
    assert.equal(response.status, 400, message)
    assert.deepEqual(await response.json(), {
      status_code: 400,
      error: { message, code },
      status_txt: 'Bad Request',
    })
  }
})

test('the gallery shows a picture until it is deleted', async () => {
  const { data } = await uploaded(form(blob(await drawn('png')), 'goner.png'))
  const gallery = async () => (await fetch(`${sandbox.context.url}/imgbb`)).text()
  assert.match(await gallery(), /goner\.png/)
  assert.equal((await fetch(data.url_viewer)).status, 200)
  assert.match(await (await fetch(data.delete_url)).text(), /Delete this picture/)
  assert.equal((await fetch(`${data.url_viewer}/wrong`)).status, 404)
  await fetch(data.delete_url, { method: 'POST' })
  assert.doesNotMatch(await gallery(), /goner\.png/)
  assert.equal((await fetch(data.url)).status, 404)
})

test('the fault switches make an upload fail', async () => {
  const faults = `${sandbox.context.url}/imgbb/faults`
  const body = form(blob(await drawn('png')))
  await setFaults(faults, { uploadFails: 1 })
  assert.equal((await send(body)).status, 500)
  await setFaults(faults, { rateLimited: 1 })
  assert.match(await (await send(body)).text(), /Rate limit reached/)
  await uploaded(body)
})
