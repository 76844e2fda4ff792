import assert from 'node:assert/strict'
import { test } from 'vitest'
import { LostConnection } from '../db/engine/faults.ts'
import type { CatalogueChange } from '../db/engine/transaction.ts'
import { CachedResponse, cachedJson } from './cached-response.ts'
import { type CacheLimits, ResponseCache } from './response-cache.ts'

/** A cache of the only caller, who sets its clock and changes its catalogue; responses count how often they were made. */
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

/** Fails without the time to live, or where it begins when a response is done: its data was read before. */
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

test('many who ask at once wait for the same response', async () => {
  const { ask } = cacheOf()
  const seen = await Promise.all(Array.from({ length: 20 }, () => ask('a')))
  assert.deepEqual(new Set(seen), new Set([1]))
})

/** Fails where a failure is cached: one moment without a database, and the page is gone for a second. */
test('a failure is told to those who wait, and to nobody later', async () => {
  const { ask } = cacheOf()
  await Promise.all([1, 2].map(() => assert.rejects(ask('a', fails(new Error('no'))), /no/)))
  assert.equal(await ask('a'), 1)
})

test('a change of the catalogue drops everything, a change of stock what is named after the item', async () => {
  const { ask, change } = cacheOf()
  assert.deepEqual([await ask('tray'), await ask('lamp')], [1, 2])
  change(new Set())
  assert.deepEqual([await ask('tray'), await ask('lamp')], [1, 2])
  change(new Set(['tray', 'desk']))
  assert.deepEqual([await ask('tray'), await ask('lamp')], [3, 2])
  change('all')
  assert.deepEqual([await ask('tray'), await ask('lamp')], [4, 5])
})

/** Fails where what is under way is forgotten by a change: it was made from what was there before. */
test('a response under way at a change is given to those who wait for it, and to nobody later', async () => {
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

/** Fails where the last response is thrown away with its second: a dead database takes the whole shop with it. */
test('without a database the last response is given for a while, and the database asked once a second', async () => {
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

test('whatever else goes wrong is told, and so is an outage where nothing may be old', async () => {
  for (const [staleMs, make] of [
    [5000, fails(new Error('a fault of ours'))],
    [0, isLost],
  ] as const) {
    const { clock, ask } = cacheOf({ staleMs })
    await ask('a')
    clock.now = 1000
    await assert.rejects(ask('a', make))
  }
})

/** Fails where a response from before is better than none: a dead database brings back what was hidden. */
test('without a database nothing is given from before a change of the catalogue', async () => {
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

/** Fails where the last response stays when there is none any more: it would come back in the next outage. */
test('where nothing is made, nothing is cached, and what there was is gone', async () => {
  const { cache, clock, ask } = cacheOf({ staleMs: 5000 })
  await ask('a')
  clock.now = 1000
  assert.equal(await cache.get('a', async () => undefined), undefined)
  await assert.rejects(ask('a', isLost), LostConnection)
})

/** Fails where each second compresses everything anew. */
test('the same bytes again keep their compressed copies, unless other headers go with them', async () => {
  const { cache, clock } = cacheOf()
  const get = (next: string) => cache.get('a', async () => cachedJson(['same'], { link: next }))
  const first = await get('1')
  clock.now = 1000
  assert.equal(await get('1'), first)
  clock.now = 2000
  assert.equal((await get('2')).headers.link, '2')
})

/** Fails where responses are bounded by number alone. */
test('responses are bounded by their bytes, compressed ones included', async () => {
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
