import assert from 'node:assert/strict'
import { afterAll, beforeEach, test, vi } from 'vitest'
import { cacheMark, sessionCacheOf } from '../web/api/session-cache.ts'

vi.stubGlobal('BUILD', { version: 'v1', files: [] })
const { cacheFor, cacheNames, find, forgetSessionOf, keep, marked, removeOldCaches } = await import(
  './caches.ts'
)

/** The part of a browser's cache that the worker uses. */
class FakeCache {
  readonly entries = new Map<string, Response>()
  isFull = false

  async put(address: string, response: Response): Promise<void> {
    if (this.isFull) throw new DOMException('No room', 'QuotaExceededError')
    this.entries.delete(address)
    this.entries.set(address, response)
  }

  match = async (address: string) => this.entries.get(address)?.clone()
  delete = async (entry: string | { url: string }) =>
    this.entries.delete(typeof entry === 'string' ? entry : entry.url)
  keys = async () => [...this.entries.keys()].map(url => ({ url }))
}

/** As browsers do it, a removed cache stays usable for who has opened it, but nobody finds it again. */
class FakeCaches {
  readonly all = new Map<string, FakeCache>()

  async open(name: string): Promise<FakeCache> {
    const cache = this.all.get(name) ?? new FakeCache()
    this.all.set(name, cache)
    return cache
  }

  has = async (name: string) => this.all.has(name)
  delete = async (name: string) => this.all.delete(name)
  keys = async () => [...this.all.keys()]
}

let storage = new FakeCaches()

beforeEach(() => {
  storage = new FakeCaches()
  vi.stubGlobal('caches', storage)
})

afterAll(() => void vi.unstubAllGlobals())

const dated = (body: string, at = Date.now()) =>
  new Response(body, { headers: { date: new Date(at).toUTCString(), vary: 'Accept-Encoding' } })

/** As a browser's own fetch gives it; in Node a response made by hand has another type. */
const from = (response: Response, facts: object = {}): Response =>
  Object.defineProperties(
    response,
    Object.fromEntries(Object.entries({ type: 'basic', ...facts }).map(([name, value]) => [name, { value }])),
  )

const cacheOf = async (): Promise<{ cache: Cache; fake: FakeCache }> => {
  const fake = await storage.open(cacheNames.answers)
  return { cache: fake as unknown as Cache, fake }
}

const request = (token?: string) =>
  new Request('https://shop.example/api/myBag', {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })

async function openSession(token: string): Promise<FakeCache> {
  const cache = await storage.open(await sessionCacheOf(token))
  await cache.put(cacheMark, new Response())
  return cache
}

test('errors, redirects, parts and foreign answers are not kept', async () => {
  const { cache, fake } = await cacheOf()
  for (const response of [
    from(new Response('', { status: 500 })),
    from(new Response('', { status: 206 })),
    from(new Response(null, { status: 204 })),
    from(dated('x'), { redirected: true }),
    from(dated('x'), { type: 'opaque' }),
    from(new Response('x', { headers: { vary: '*' } })),
  ])
    await keep(cache, '/api/items', response)
  assert.equal(fake.entries.size, 0)
  await keep(cache, '/api/items', from(dated('x')))
  assert.equal(fake.entries.size, 1)
})

/** Fails if an item that is hidden or removed comes back without a connection. */
test('what the shop refuses is not kept any longer; a fault leaves it', async () => {
  const { cache, fake } = await cacheOf()
  for (const [status, left] of [
    [500, 1],
    [503, 1],
    [429, 1],
    [404, 0],
    [410, 0],
    [403, 0],
  ] as const) {
    await keep(cache, '/api/items/1', from(dated('x')))
    await keep(cache, '/api/items/1', from(new Response('', { status })))
    assert.equal(fake.entries.size, left, String(status))
  }
})

test('the oldest entries make room, but never the mark of a session; a full device is no error', async () => {
  const fake = await openSession('t1')
  const cache = fake as unknown as Cache
  for (let n = 0; n < 160; n++) await keep(cache, `/api/items/${n}`, from(dated('x')))
  const kept = [...fake.entries.keys()]
  assert.deepEqual([kept.length, kept[0], kept[1]], [151, cacheMark, '/api/items/10'])
  fake.isFull = true
  await keep(cache, '/api/items/new', from(dated('x')))
})

test('a kept answer has its age instead of its date, and is gone after thirty days', async () => {
  const { cache, fake } = await cacheOf()
  const at = Math.floor(Date.now() / 1000) * 1000 - 29 * 86_400_000
  fake.entries.set('/new', dated('body', at)).set('/old', dated('x', at - 2 * 86_400_000))
  const found = await find(cache, '/new')
  assert.ok(found)
  const shown = marked(found)
  assert.deepEqual(
    [shown.headers.get('x-kept-since'), shown.headers.get('date'), await shown.text()],
    [String(at), null, 'body'],
  )
  assert.equal(await find(cache, '/old'), undefined)
  assert.deepEqual([...fake.entries.keys()], ['/new'])
})

/** Fails if the worker makes the cache itself: a late answer would bring it back after a sign-out. */
test('answers of a session go only into the cache that its page has made', async () => {
  assert.equal(await cacheFor(request('t1')), undefined)
  await storage.open(await sessionCacheOf('t1'))
  assert.equal(await cacheFor(request('t1')), undefined, 'without the mark')
  assert.equal(storage.all.size, 0)
  await openSession('t1')
  assert.ok(await cacheFor(request('t1')))
  assert.equal(await cacheFor(request('t2')), undefined)
  assert.equal(await cacheFor(request()), storage.all.get(cacheNames.answers))
})

test('an answer that arrives after the sign-out is written to nowhere', async () => {
  await openSession('t1')
  const cache = await cacheFor(request('t1'))
  await forgetSessionOf(request('t1'))
  assert.ok(cache)
  await keep(cache, '/api/myBag', from(dated('x')))
  assert.equal(storage.all.size, 0)
})

test('a new build removes what earlier ones have kept, and nothing else', async () => {
  await openSession('t1')
  for (const name of ['shop-files-v0', cacheNames.files, 'of another program']) await storage.open(name)
  await removeOldCaches()
  assert.deepEqual(await storage.keys(), [cacheNames.files, 'of another program'])
})
