import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { test } from 'vitest'
import { serveAssets } from './assets.ts'

test('a video player gets the requested range, and every other client the whole file', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-assets-'))
  t.onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'film.mp4'), '0123456789')
  const app = Fastify()
  t.onTestFinished(() => app.close())
  serveAssets(app, folder, async (_, reply) => reply.code(404).send('a page'))
  const ask = async (range?: string, more: Record<string, string> = {}) => {
    const answer = await app.inject({ url: '/film.mp4', headers: { ...(range && { range }), ...more } })
    return [answer.statusCode, answer.body, answer.headers['content-range']]
  }
  assert.equal((await app.inject({ method: 'HEAD', url: '/film.mp4' })).headers['content-length'], '10')
  const whole = [200, '0123456789', undefined]
  assert.deepEqual(await ask(), whole)
  assert.deepEqual(await ask('bytes=0-'), [206, '0123456789', 'bytes 0-9/10'])
  assert.deepEqual(await ask('bytes=2-4'), [206, '234', 'bytes 2-4/10'])
  assert.deepEqual(await ask('bytes=4-4'), [206, '4', 'bytes 4-4/10'], 'one byte is a part')
  assert.deepEqual(await ask('bytes=9-'), [206, '9', 'bytes 9-9/10'])
  assert.deepEqual(await ask('bytes=8-99'), [206, '89', 'bytes 8-9/10'])
  assert.deepEqual(await ask('bytes=-3'), [206, '789', 'bytes 7-9/10'])
  assert.deepEqual(await ask('bytes=10-'), [416, '', undefined])
  assert.deepEqual(await ask('bytes=-0'), [416, '', undefined])
  for (const several of ['lines=1-2', 'bytes=0-1,3-4']) assert.deepEqual(await ask(several), whole, several)
  for (const odd of ['bytes=', 'bytes=-', 'bytes=a-b']) assert.equal((await ask(odd))[0], 416, odd)
  assert.deepEqual(await ask('bytes=2-4', { 'if-range': '"an older one"' }), whole)
})

/** Fails if a browser that already has the file downloads it again. */
test('a browser that already has the file gets a 304', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-assets-'))
  t.onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  const app = Fastify()
  t.onTestFinished(() => app.close())
  serveAssets(app, folder, async (_, reply) => reply.code(404).send('a page'))
  const ask = (headers = {}) => app.inject({ url: '/icon.svg', headers })
  const etag = String((await ask()).headers.etag)
  const again = await ask({ 'if-none-match': etag })
  assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag])
  assert.equal((await ask({ 'if-none-match': '"older"' })).body, '<svg/>')
})

test('an address that is not a file is a page', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-assets-'))
  t.onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'pictures'))
  await writeFile(join(folder, 'pictures/tray.svg'), '<svg/>')
  const app = Fastify()
  t.onTestFinished(() => app.close())
  serveAssets(app, folder, async (_, reply) => reply.code(404).send('a page'))
  const ask = async (url: string) => (await app.inject({ url })).body
  assert.equal(await ask('/pictures/tray.svg'), '<svg/>')
  assert.equal(await ask('/pictures/tray.svg?again'), '<svg/>')
  for (const url of ['/pictures/', '/pictures/lamp.svg']) assert.equal(await ask(url), 'a page', url)
})

/** Fails if the compressed copy is sent to a browser that cannot read it, or is never sent. */
test('files that the build has compressed are sent compressed to browsers that accept it', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-assets-'))
  t.onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/app.js'), 'let a')
  await writeFile(join(folder, 'assets/app.js.br'), 'packed')
  await writeFile(join(folder, 'assets/app.js.gz'), 'gzipped')
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  const app = Fastify()
  t.onTestFinished(() => app.close())
  serveAssets(app, folder, async (_, reply) => reply.code(404).send('a page'))
  const ask = async (url: string, encoding: string) => {
    const { body, headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } })
    return [body, headers['content-encoding'], headers['content-type'], headers['cache-control']]
  }
  const script = ['application/javascript; charset=utf-8', 'public, max-age=31536000, immutable']
  assert.deepEqual(await ask('/assets/app.js', 'gzip, br'), ['packed', 'br', ...script])
  assert.deepEqual(await ask('/assets/app.js', 'gzip'), ['gzipped', 'gzip', ...script])
  assert.deepEqual(await ask('/assets/app.js', 'identity'), ['let a', undefined, ...script])
  assert.deepEqual(await ask('/icon.svg', 'br'), [
    '<svg/>',
    undefined,
    'image/svg+xml',
    'public, max-age=3600',
  ])
  for (const twin of ['/assets/app.js.br', '/assets/app.js.gz'])
    assert.deepEqual((await ask(twin, 'br'))[0], 'a page', 'the twin has no address')
  const answers = await Promise.all(
    ['br', 'gzip', 'identity'].map(encoding =>
      app.inject({ url: '/assets/app.js', headers: { 'accept-encoding': encoding } }),
    ),
  )
  assert.equal(new Set(answers.map(({ headers }) => headers.etag)).size, 3, 'an ETag each')
  for (const { headers } of answers) assert.match(String(headers.vary), /accept-encoding/i)
})

/** Fails if the card provider's frame, which has another origin, cannot load the fonts of the shop. */
test('frames of other origins may use fonts, and nothing else', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-assets-'))
  t.onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'fonts'))
  await writeFile(join(folder, 'fonts/text.woff2'), 'font')
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  const app = Fastify()
  t.onTestFinished(() => app.close())
  serveAssets(app, folder, async (_, reply) => reply.code(404).send('a page'))
  const allowed = async (url: string) => (await app.inject({ url })).headers['access-control-allow-origin']
  assert.equal(await allowed('/fonts/text.woff2'), '*')
  assert.equal(await allowed('/icon.svg'), undefined)
})

/** Fails if the worker has the policy of other files, which forbids it to fetch, or is cached for an hour. */
test('the service worker may fetch from the shop, and browsers always ask for its newest version', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-assets-'))
  t.onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'sw.js'), 'work()')
  await writeFile(join(folder, 'sw.js.br'), 'packed')
  const app = Fastify()
  t.onTestFinished(() => app.close())
  serveAssets(app, folder, async (_, reply) => reply.code(404).send('a page'))
  const { body, headers } = await app.inject({ url: '/sw.js', headers: { 'accept-encoding': 'br' } })
  assert.deepEqual(
    [body, headers['cache-control'], headers['content-security-policy']],
    ['packed', 'no-cache', "default-src 'none'; connect-src 'self'"],
  )
  assert.match(String(headers['content-type']), /^application\/javascript/)
})
