import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import sharp from 'sharp'
import { afterAll, test, vi } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { keys } from '../../../sandbox/context.ts'
import { imgbbPart } from '../../../sandbox/imgbb/part.ts'
import { openSandboxPart, setFaults } from '../../../sandbox/test-part.ts'
import { ImgbbPictures } from './pictures-imgbb.ts'

const sandbox = await openSandboxPart(imgbbPart)
afterAll(() => sandbox.close())

const url = `${sandbox.context.url}/imgbb`
const imgbb = new ImgbbPictures({ key: keys.imgbb, url })
const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a63' } })
  .png()
  .toBuffer()

const refusedWith =
  (code: string, sentence: RegExp, key = keys.imgbb) =>
  (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.code, code)
    assert.match(error.message, sentence)
    assert.ok(!inspect(error, { depth: 10 }).includes(key), 'the key is told to nobody')
    return true
  }

test('a picture is encoded again and stored there', async () => {
  const address = await imgbb.keep(Buffer.concat([picture, Buffer.from('<script>')]))
  assert.ok(address.startsWith(`${url}/full/`))
  const served = await fetch(address)
  assert.equal(served.headers.get('content-type'), 'image/webp')
  const bytes = Buffer.from(await served.arrayBuffer())
  assert.ok(!bytes.includes('script'))
  const { width, height } = await sharp(bytes).metadata()
  assert.deepEqual([width, height], [960, 720])
})

test('a file that is not a picture is not sent there', async () => {
  await setFaults(`${url}/faults`, { uploadFails: 1 })
  await assert.rejects(imgbb.keep(Buffer.from('<svg/>')), refusedWith('unsupported_image', /JPEG/))
  await assert.rejects(
    imgbb.keep(picture),
    refusedWith('provider_failed', /fault/),
    'the fault switch was not used up',
  )
})

test('a host that refuses, fails, hangs up or sends a wrong answer is reported as failed', async () => {
  await setFaults(`${url}/faults`, { rateLimited: 1 })
  await assert.rejects(imgbb.keep(picture), refusedWith('provider_failed', /Rate limit/))
  const wrong = new ImgbbPictures({ key: 'secret-wrong-key', url })
  await assert.rejects(wrong.keep(picture), refusedWith('provider_failed', /Invalid API/, 'secret-wrong-key'))
  const gone = new ImgbbPictures({ key: keys.imgbb, url: 'http://localhost:9' })
  await assert.rejects(gone.keep(picture), refusedWith('provider_failed', /try again/))
  const answers = [
    () => Promise.reject(new DOMException(`waited for ?key=${keys.imgbb}`, 'TimeoutError')),
    async () => new Response('<html>', { status: 502 }),
    async () => Response.json({ data: {} }),
    async () => Response.json({ data: { display_url: 'javascript:alert(1)' } }),
    async () => Response.json({ error: { message: `bad ?key=${keys.imgbb}` } }, { status: 400 }),
  ]
  for (const answer of answers) {
    const mocked = vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
    await assert.rejects(imgbb.keep(picture), refusedWith('provider_failed', /try again/))
    mocked.mockRestore()
  }
  assert.ok(await imgbb.keep(picture))
})
