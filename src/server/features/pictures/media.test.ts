import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { maxCaptionsBytes, maxVideoBytes } from '#contract/content-files.ts'
import { eventually } from '../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { openStorage } from '../../../../tests/helpers/storage.ts'

const storage = await openStorage()
afterAll(() => storage.close())

const mp4Start = Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1')
const webmStart = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex')
const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\nDie Töpferei\n'

const send = (shop: TestShop, who: Customer, path: string, payload: Buffer | Readable, type = 'video/mp4') =>
  shop.call({
    method: 'POST',
    url: `/api/shopContent/${path}`,
    headers: { 'content-type': type, authorization: `Bearer ${who.token}` },
    payload,
  })

/** Larger than one part of a bucket, which has 8 MB. */
const film = Buffer.concat([mp4Start, randomBytes(9_000_000)])

for (const [where, settings] of [
  ['on disk', {}],
  ['in a bucket', storage.settings],
] as const)
  onSqlite(
    `a video is stored ${where} and served in ranges`,
    async shop => {
      const admin = await newAdmin(shop)
      const answer = await send(shop, admin, 'videos', film)
      assert.equal(answer.statusCode, 201, answer.body)
      const { url } = answer.json()
      assert.match(url, /^\/media\/[a-f0-9]{32}\.mp4$/)
      const whole = await shop.call({ url })
      assert.ok(whole.rawPayload.equals(film))
      const { 'content-type': type, 'cache-control': caching, 'accept-ranges': ranges } = whole.headers
      assert.deepEqual([type, caching, ranges], ['video/mp4', 'public, max-age=31536000, immutable', 'bytes'])
      assert.equal(whole.headers['x-content-type-options'], 'nosniff')
      for (const [range, from, to] of [
        ['bytes=0-', 0, film.length],
        ['bytes=4-7', 4, 8],
        ['bytes=-5', film.length - 5, film.length],
        ['bytes=8000000-99999999', 8_000_000, film.length],
      ] as const) {
        const part = await shop.call({ url, headers: { range } })
        assert.deepEqual(
          [part.statusCode, part.headers['content-range'], part.headers['content-length']],
          [206, `bytes ${from}-${to - 1}/${film.length}`, String(to - from)],
        )
        assert.ok(part.rawPayload.equals(film.subarray(from, to)), range)
      }
      for (const range of ['bytes=0-1,4-5', 'lines=1-2', 'bytes=-'])
        assert.equal((await shop.call({ url, headers: { range } })).statusCode, 200, range)
      const beyond = await shop.call({ url, headers: { range: `bytes=${film.length}-` } })
      assert.deepEqual([beyond.statusCode, beyond.headers['content-range']], [416, `bytes */${film.length}`])
      const head = await shop.call({ method: 'HEAD', url })
      assert.deepEqual([head.headers['content-length'], head.body], [String(film.length), ''])
      assert.ok((await shop.deps.pictureFiles.read(url.slice('/media/'.length)))?.equals(film))
      for (const odd of [
        `${'a'.repeat(32)}.mp4`,
        'x.mp4',
        '..%2Fshop.db',
        url.slice(7).replace('mp4', 'html'),
      ])
        assert.equal((await shop.call({ url: `/media/${odd}` })).statusCode, 404, odd)

      const webm = Buffer.concat([webmStart, randomBytes(100)])
      const second = await send(shop, admin, 'videos', webm, 'application/octet-stream')
      assert.match(second.json().url, /\.webm$/)
      const said = await send(shop, admin, 'captions', Buffer.from(captions), 'text/vtt')
      const track = await shop.call({ url: said.json().url })
      assert.deepEqual([track.headers['content-type'], track.body], ['text/vtt; charset=utf-8', captions])
    },
    settings,
  )

onSqlite('a file that is no video or captions is refused, and nothing is kept', async shop => {
  const admin = await newAdmin(shop)
  const html = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(200))
  const cases: [string, string, Buffer | Readable, number, RegExp][] = [
    ['HTML', 'videos', html, 400, /MP4 or WebM/],
    ['captions', 'videos', Buffer.from(captions), 400, /MP4 or WebM/],
    ['QuickTime', 'videos', Buffer.from('\0\0\0\x14ftypqt  '), 400, /MP4 or WebM/],
    ['nothing', 'videos', Readable.from([]), 400, /empty/],
    ['SubRip', 'captions', Buffer.from('1\n00:00:00,000 --> 00:00:02,000\nHello\n'), 400, /WebVTT/],
    ['Latin-1', 'captions', Buffer.from('WEBVTT\n\nT\xf6pferei', 'latin1'), 400, /UTF-8/],
    ['half a sign', 'captions', Buffer.from('WEBVTT\n\nT\xc3', 'latin1'), 400, /UTF-8/],
    ['long captions', 'captions', Buffer.from(captions.padEnd(maxCaptionsBytes + 1)), 413, /200 KB/],
    ['a long video', 'videos', Buffer.alloc(maxVideoBytes + 1), 413, /30 MB/],
    ['of unknown length', 'videos', endless(), 413, /30 MB/],
  ]
  for (const [about, path, payload, status, sentence] of cases) {
    const answer = await send(shop, admin, path, payload)
    assert.equal(answer.statusCode, status, `${about}: ${answer.body}`)
    assert.match(answer.json().detail, sentence, about)
    assert.match(answer.json().fields.file, sentence, about)
  }
  const odd = await send(shop, admin, 'videos', webmStart, 'text/csv')
  assert.deepEqual([odd.statusCode, odd.json().code], [415, 'unsupported_media_type'])
  assert.match(odd.json().detail, /video\/mp4 or video\/webm/)
  const elsewhere = await shop.call({
    method: 'PUT',
    url: '/api/shopContent',
    headers: { 'content-type': 'video/mp4', authorization: `Bearer ${admin.token}` },
    payload: webmStart,
  })
  assert.equal(elsewhere.statusCode, 415, 'only where a file is expected')
  assert.deepEqual(await shop.deps.pictureFiles.list(), [])
  const customer = await shop.customer()
  assert.equal((await send(shop, customer, 'videos', film)).statusCode, 403)
})

/** Fails if only accounts and addresses have limits: everybody can be the admin of a demo, and fill its disk. */
onSqlite('forty files that no version of the content has are enough', async shop => {
  const admin = await newAdmin(shop)
  const names = Array.from({ length: 40 }, () => `${randomBytes(16).toString('hex')}.mp4`)
  await shop.deps.pictureFiles.write(names.map(name => ({ name, content: mp4Start })))
  const refused = await send(shop, admin, 'videos', mp4Start)
  assert.equal(refused.statusCode, 400, refused.body)
  assert.match(
    refused.json().fields.file,
    /^40 uploaded videos and captions are not used by any saved version/,
  )
  assert.equal((await shop.deps.pictureFiles.list()).length, 40)
  const videos = names.slice(0, 1).map(name => `/media/${name}`)
  const overview = { title: 'Tour', text: '', videos, poster: null, captions: null }
  await changeContent(shop, { overview })
  await changeContent(shop, { overview: null })
  const sent = await send(shop, admin, 'videos', mp4Start)
  assert.equal(sent.statusCode, 201, sent.body)
})

/** A video that does not end, of unknown length. */
function endless(): Readable {
  const piece = Buffer.alloc(1_000_000)
  return Readable.from(
    (function* () {
      yield mp4Start
      for (let n = 0; n < 100; n++) yield piece
    })(),
    { objectMode: false },
  )
}

const opened = async (shop: TestShop): Promise<number> => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  return (shop.app.server.address() as AddressInfo).port
}

const postTo = (port: number, { token }: Customer, headers: Record<string, string | number>) =>
  request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/shopContent/videos',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'video/mp4', ...headers },
  }).on('error', () => undefined)

/** Fails if the shop reads to the end before it refuses: 200 MB take minutes on a slow line. */
onSqlite('a video of 200 MB is refused before it is sent, with its connection closed', async shop => {
  const port = await opened(shop)
  const asked = postTo(port, await newAdmin(shop), { 'content-length': 200 * 2 ** 20 })
  asked.write(mp4Start)
  const [answer] = await once(asked, 'response')
  assert.deepEqual([answer.statusCode, answer.headers.connection], [413, 'close'])
  const { code, detail } = (await json(answer)) as { code: string; detail: string }
  assert.deepEqual([code, /30 MB/.test(detail)], ['too_large', true])
})

onSqlite('an upload that is broken off leaves nothing', async shop => {
  const port = await opened(shop)
  const { token } = await newAdmin(shop)
  const socket = connect(port, '127.0.0.1')
  const headers = [
    'POST /api/shopContent/videos HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${token}`,
    'content-type: video/mp4',
    'content-length: 5000',
  ]
  const folder = () => shop.deps.pictureFiles.list()
  socket.write(Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n\r\n`), mp4Start, randomBytes(1000)]))
  await eventually(async () => (await folder()).length === 1, 'it to be written')
  assert.match((await folder()).join(), /\.mp4\.part$/)
  socket.destroy()
  await eventually(async () => (await folder()).length === 0, 'its draft to be removed')
})

/** Fails if the role is looked up only before the body: a video takes minutes. */
onSqlite('an admin who loses the role while the video arrives is refused', async shop => {
  const port = await opened(shop)
  const admin = await newAdmin(shop)
  const start = Buffer.concat([mp4Start, randomBytes(100)])
  const asked = postTo(port, admin, { 'content-length': start.length + 5 })
  asked.write(start)
  await eventually(async () => (await shop.deps.pictureFiles.list()).length === 1, 'it to be written')
  await shop.deps.db.write(tx => tx.updateTable('users').set({ admin_since: null }).execute())
  asked.end('12345')
  const [answer] = await once(asked, 'response')
  answer.resume()
  assert.equal(answer.statusCode, 403)
})
