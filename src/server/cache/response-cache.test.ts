import assert from 'node:assert/strict'
import { test } from 'vitest'
import { LostConnection } from '../db/engine/faults.ts'
import type { CatalogueChange } from '../db/engine/transaction.ts'
import { CachedResponse, cachedJson } from './cached-response.ts'
import { type CacheLimits, ResponseCache } from './response-cache.ts'

/** A cache with a clock and a catalogue that the test controls; responses count how often they were made. */
function cacheOf(limits: Partial<CacheLimits> = {}) {
  const clock = { now: 0 }
  let [made, change] = [0, (_: CatalogueChange): void => undefined]
  const db = {
    onCatalogueChange(listener: typeof change) {
      change = listener
    },
  }
  const cache = new ResponseCache(db, { bytes: 2 ** 20, ...limits }, () => clock.now)
  const ask = async (name: string, make = async () => cachedJson(++made)) =>
    JSON.parse(String((await cache.get(name, make)).body))
  return { cache, clock, ask, change: (what: CatalogueChange) => change(what) }
}

const fails = (error: Error) => async (): Promise<never> => {
  throw error
}

const isLost = fails(new LostConnection(new Error('gone')))

/** Fails without the time to live, or if it begins when a response is done: its data was read before. */
test('a response is made once for each name, and is at most a second older than its data', async () => {
  const { clock, ask } = cacheOf()
  assert.deepEqual([await ask('a'), await ask('a'), await ask('b'), await ask('a')], [1, 1, 2, 1])
  clock.now = 999
  assert.equal(await ask('a'), 1)
  clock.now = 1000
  const slow = async () => {
    clock.now = 1900
    return cachedJson('slow')
  }
  assert.equal(await ask('a', slow), 'slow')
  clock.now = 1999
  assert.equal(await ask('a'), 'slow')
  clock.now = 2000
  assert.equal(await ask('a'), 3)
})

test('concurrent requests wait for the same response', async () => {
  const { ask } = cacheOf()
  const seen = await Promise.all(Array.from({ length: 20 }, () => ask('a')))
  assert.deepEqual(new Set(seen), new Set([1]))
})

/** Fails if a failure is cached: after a brief outage the page would be missing for a second. */
test('a failure is passed to the waiting requests, and to none later', async () => {
  const { ask } = cacheOf()
  await Promise.all([1, 2].map(() => assert.rejects(ask('a', fails(new Error('no'))), /no/)))
  assert.equal(await ask('a'), 1)
})

test('a catalogue change drops everything; a stock change drops the responses of the item', async () => {
  const { ask, change } = cacheOf()
  assert.deepEqual([await ask('tray'), await ask('lamp')], [1, 2])
  change(new Set())
  assert.deepEqual([await ask('tray'), await ask('lamp')], [1, 2])
  change(new Set(['tray', 'desk']))
  assert.deepEqual([await ask('tray'), await ask('lamp')], [3, 2])
  change('all')
  assert.deepEqual([await ask('tray'), await ask('lamp')], [4, 5])
})

/** Fails if a change ignores a response that is still being made: it uses the old data. */
test('a response in progress during a change is sent to the waiting requests, and to none later', async () => {
  for (const what of ['all', new Set(['tray'])] as const) {
    const { ask, change } = cacheOf()
    const making = Promise.withResolvers<void>()
    const waiting = ask('tray', async () => {
      await making.promise
      return cachedJson('before')
    })
    change(what)
    const next = ask('tray')
    making.resolve()
    assert.equal(await waiting, 'before')
    assert.deepEqual([await next, await ask('tray')], [1, 1])
  }
})

/** Fails if the last response is dropped after its second: a dead database would take down the whole shop. */
test('during an outage the last response is served for a while, and the database is queried once a second', async () => {
  const { clock, ask } = cacheOf({ staleMs: 5000 })
  assert.equal(await ask('a'), 1)
  clock.now = 1000
  assert.equal(await ask('a', isLost), 1)
  clock.now = 1999
  assert.equal(await ask('a'), 1, 'not for each visitor')
  clock.now = 2000
  assert.equal(await ask('a'), 2)
  clock.now = 6999
  assert.equal(await ask('a', isLost), 2)
  clock.now = 7999
  await assert.rejects(ask('a', isLost), LostConnection)
  await assert.rejects(cacheOf({ staleMs: 5000 }).ask('a', isLost), LostConnection)
})

test('other errors are passed on, and so is an outage if stale responses are not allowed', async () => {
  for (const [staleMs, make] of [
    [5000, fails(new Error('internal error'))],
    [0, isLost],
  ] as const) {
    const { clock, ask } = cacheOf({ staleMs })
    await ask('a')
    clock.now = 1000
    await assert.rejects(ask('a', make))
  }
})

/** Fails if any old response is served: a dead database would bring back hidden content. */
test('during an outage no response from before a catalogue change is served', async () => {
  const { clock, ask, change } = cacheOf({ staleMs: 5000 })
  await ask('a')
  change('all')
  await assert.rejects(ask('a', isLost), LostConnection)
  await ask('a')
  clock.now = 1000
  const meanwhile = ask('a', async () => {
    change('all')
    return isLost()
  })
  await assert.rejects(meanwhile, LostConnection)
})

/** Fails if the last response stays after its content is gone: it would come back in the next outage. */
test('if no response is made, none is cached, and the previous one is dropped', async () => {
  const { cache, clock, ask } = cacheOf({ staleMs: 5000 })
  await ask('a')
  clock.now = 1000
  assert.equal(await cache.get('a', async () => undefined), undefined)
  await assert.rejects(ask('a', isLost), LostConnection)
})

/** Fails if everything is compressed again each second. */
test('an unchanged response keeps its compressed copies, unless its headers change', async () => {
  const { cache, clock } = cacheOf()
  const get = (next: string) => cache.get('a', async () => cachedJson(['same'], { link: next }))
  const first = await get('1')
  clock.now = 1000
  assert.equal(await get('1'), first)
  clock.now = 2000
  assert.equal((await get('2')).headers.link, '2')
})

/** Fails if the cache is limited only by the number of responses. */
test('the cache is limited by bytes, including compressed copies', async () => {
  const bytes = 1_000_000
  const { cache } = cacheOf({ bytes })
  const text = (n: number) => Array.from({ length: 1000 }, (_, word) => `${n} ${word * 7919}`).join(' ')
  const held: CachedResponse[] = []
  for (let n = 0; n < 500; n++) {
    held.push(await cache.get(`odd ${n}`, async () => new CachedResponse(text(n), {})))
    assert.ok(cache.bytes <= bytes, `${cache.bytes}`)
  }
  assert.ok(cache.bytes > bytes * 0.9)
  const [last] = held.slice(-1)
  assert.ok(last)
  const copies = await Promise.all([last.compressed('br'), last.compressed('gzip')])
  assert.ok(last.body.length + copies[0].length + copies[1].length <= last.bytes)
  const again = await cache.get('odd 499', () => Promise.reject(new Error('it is cached')))
  assert.equal(again, last)
})
