import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { lost, Network, refusal } from '../../../tests/helpers/web/network.ts'
import { download } from './download.ts'
import { ProblemError } from './problem-error.ts'

/** Collects the files that are offered for download. */
function downloads(): { name: string; file: Blob | undefined }[] {
  const files: { name: string; file: Blob | undefined }[] = []
  const made = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    made.set('blob:1', file as Blob)
    return 'blob:1'
  })
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, file: made.get(this.href) })
  })
  return files
}

const csv = () =>
  new Response('number\r\nT-1\r\n', {
    headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="orders.csv"' },
  })

test('a file is requested with the bearer token and downloaded under the shop’s name for it', async () => {
  window.localStorage.setItem('accessToken', 'abc')
  const files = downloads()
  const net = new Network().on('GET /api/booking.csv', csv)
  await download('GET /booking.csv', { query: { state: 'paid', search: 'a b' } })
  assert.equal(net.asked[0]?.headers.get('authorization'), 'Bearer abc')
  assert.deepEqual(net.asked[0]?.query, { state: 'paid', search: 'a b' })
  assert.deepEqual(
    files.map(({ name }) => name),
    ['orders.csv'],
  )
  assert.equal(await files[0]?.file?.text(), 'number\r\nT-1\r\n')
})

/** Fails if half a file is offered for download. */
test('a refusal or a broken download offers no file', async () => {
  const files = downloads()
  const brokenOff = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('number\r\n'))
          controller.error(new TypeError('network error'))
        },
      }),
    )
  const net = new Network().on('GET /api/items.csv', () => refusal('forbidden'), lost, brokenOff)
  for (const code of ['forbidden', 'unreachable', 'unreachable'])
    await assert.rejects(
      download('GET /items.csv', {}),
      (error: unknown) => error instanceof ProblemError && error.problem.code === code,
    )
  assert.deepEqual([files, net.asked.length], [[], 3])
})

test('a call that does not return a file does not compile', async () => {
  downloads()
  new Network().on('GET /api/items', csv)
  // @ts-expect-error Its answer is JSON.
  await download('GET /items', {})
})
