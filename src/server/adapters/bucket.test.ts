import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, test, vi } from 'vitest'
import { behaviours, openStorage } from '../../../tests/helpers/storage.ts'
import { Bucket, BucketFault } from './bucket.ts'
import { listingIn } from './s3-responses.ts'

const storage = await openStorage()
afterAll(() => storage.close())

const quick = { retryMs: 0, timeoutMs: 10_000 }
const bucketWith = (changes: Partial<typeof storage.config> = {}, timings = {}) =>
  new Bucket({ ...storage.config, ...changes }, { ...quick, ...timings })
const bucket = bucketWith()

const fault = (words: RegExp, code?: string) => (error: unknown) => {
  assert.ok(error instanceof BucketFault, inspect(error))
  assert.match(error.message, words)
  assert.equal(error.code, code)
  assert.ok(!inspect(error, { depth: 10 }).includes('hush'), 'the secret is told to nobody')
  return true
}

test('objects of any name can be stored, read, listed and removed', async () => {
  storage.reset()
  const names = ['a.webp', 'a b+c.webp', 'ünï!()*$,;=@.webp', 'deep/x']
  for (const name of names) await bucket.put(`some/${name}`, Buffer.from(name))
  for (const name of names) assert.equal((await bucket.get(`some/${name}`))?.toString(), name)
  const entries = await bucket.list('some/')
  assert.deepEqual(new Set(entries.map(({ key }) => key)), new Set(names.map(name => `some/${name}`)))
  for (const { writtenAt, bytes } of entries)
    assert.ok(Math.abs(Date.now() - writtenAt) < 3_600_000 && bytes > 0)
  assert.deepEqual((await bucket.names('some')).sort(), ['deep', ...names.slice(0, 3)].sort())
  await bucket.remove([...names.map(name => `some/${name}`), 'some/never'])
  assert.deepEqual(await bucket.list('some/'), [])
  assert.equal(await bucket.get('some/a.webp'), undefined)
})

test('a part of a bucket does not see the rest', async () => {
  storage.reset()
  const [one, other] = [bucketWith({ prefix: 'one/' }), bucketWith({ prefix: 'other/' })]
  await one.put('x', Buffer.from('1'))
  await other.put('x', Buffer.from('2'))
  assert.equal((await one.get('x'))?.toString(), '1')
  assert.deepEqual([await one.names(''), await other.names('')], [['x'], ['x']])
  assert.deepEqual((await bucket.names('')).filter(name => name.startsWith('o')).sort(), ['one', 'other'])
  await one.remove(['x'])
  assert.equal((await other.get('x'))?.toString(), '2')
})

/** Fails if the first thousand count as all. */
test('a long list is read to its end', async () => {
  storage.reset()
  const keys = Array.from({ length: 1100 }, (_, i) => `many/${i}`)
  await storage.fill(keys, 'x')
  assert.deepEqual(new Set((await bucket.list('many/')).map(({ key }) => key)), new Set(keys))
})

/** Fails if only the first batch is removed. */
test('many objects are removed, and no others', async () => {
  storage.reset()
  const keys = Array.from({ length: 35 }, (_, i) => `gone/${i}`)
  await storage.fill([...keys, 'gone/not'], 'x')
  assert.equal((await bucket.get('gone/3'))?.toString(), 'x')
  await bucket.remove(keys)
  assert.deepEqual(
    (await bucket.list('gone/')).map(({ key }) => key),
    ['gone/not'],
  )
})

test('wrong keys and a missing bucket are reported as such, and not retried', async () => {
  storage.reset()
  const cases: [Partial<typeof storage.config>, RegExp, string][] = [
    [{ secretAccessKey: 'hush' }, /S3_SECRET_ACCESS_KEY does not belong/, 'SignatureDoesNotMatch'],
    [{ accessKeyId: 'nobody', secretAccessKey: 'hush' }, /S3_ACCESS_KEY_ID/, 'InvalidAccessKeyId'],
    [{ bucket: 'none' }, /bucket none at 127.* no such bucket/, 'NoSuchBucket'],
  ]
  for (const [changes, words, code] of cases)
    for (const act of [
      (wrong: Bucket) => wrong.get('x'),
      (wrong: Bucket) => wrong.put('x', Buffer.from('x')),
      (wrong: Bucket) => wrong.list(''),
      (wrong: Bucket) => wrong.remove(['x']),
    ]) {
      storage.requests = []
      await assert.rejects(act(bucketWith(changes)), fault(words, code))
      assert.equal(storage.requests.length, 1)
    }
})

test('a call whose answer was lost is repeated once', async () => {
  storage.reset()
  for (const behaviour of [behaviours.cut, behaviours.loseAnswer, behaviours.fail]) {
    storage.next = [behaviour]
    await bucket.put('lost', Buffer.from(behaviour.name))
    storage.next = [behaviour]
    assert.equal((await bucket.get('lost'))?.toString(), behaviour.name)
    storage.next = [behaviour]
    assert.equal((await bucket.list('lost')).length, 1)
    storage.next = [behaviour]
    await bucket.remove(['lost'])
    assert.equal(await bucket.get('lost'), undefined)
  }
})

test('unreachable, failing or hanging storage is reported as such', async () => {
  storage.reset()
  const cases = [
    [behaviours.cut, /cannot be reached/],
    [behaviours.fail, /has failed \(503 SlowDown\)/],
    [behaviours.hang, /cannot be reached \(.*timeout/i],
  ] as const
  for (const [behaviour, words] of cases) {
    storage.behaviour = behaviour
    await assert.rejects(bucketWith({}, { timeoutMs: 100 }).get('x'), fault(words))
  }
  const gone = bucketWith({ endpoint: 'http://127.0.0.1:9' })
  await assert.rejects(gone.put('x', Buffer.from('x')), fault(/cannot be reached \(.*bad port|ECONN/))
})

/** Fails without the breaker: every picture of a page would cause a wait. */
test('after several failures in a row calls fail immediately, until one has succeeded', async () => {
  storage.reset()
  const withBreaker = bucketWith({}, { tries: 1, failures: 3, pauseMs: 60_000 })
  storage.behaviour = behaviours.fail
  for (let i = 0; i < 3; i++) await assert.rejects(withBreaker.get('x'), fault(/has failed/))
  storage.requests = []
  storage.behaviour = behaviours.pass
  await assert.rejects(withBreaker.get('x'), fault(/several times in a row/))
  assert.deepEqual(storage.requests, [])
  const patient = bucketWith({}, { tries: 1, failures: 3, pauseMs: 0 })
  storage.next = [behaviours.fail, behaviours.fail, behaviours.fail]
  for (let i = 0; i < 3; i++) await assert.rejects(patient.get('x'))
  assert.equal(await patient.get('x'), undefined)
})

/** Fails if any other answer counts as an empty list: a backup without pictures would look complete. */
test('an answer that is not a list is a fault', async () => {
  storage.reset()
  storage.behaviour = (_, response) => response.writeHead(200).end('<html>Welcome</html>')
  await assert.rejects(bucket.list(''), fault(/no list/))
  storage.behaviour = (_, response) => response.writeHead(404).end('<html>Not here</html>')
  await assert.rejects(bucket.get('x'), fault(/says no: status 404/, 'status 404'))
  const cut = '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'
  assert.equal(listingIn(cut), undefined)
})

test('names in a list may be escaped in several ways', () => {
  const list = (key: string) =>
    `<ListBucketResult xmlns="x"><Contents><Key>${key}</Key></Contents></ListBucketResult>`
  const names: [string, string][] = [
    ['a&amp;lt;b', 'a&lt;b'],
    ['&lt;&gt;&quot;&apos;', '<>"\''],
    ['&#39;&#x27;&#x1F600;', "''😀"],
    ['&unknown;', '&unknown;'],
  ]
  for (const [written, meant] of names) assert.equal(listingIn(list(written))?.entries[0]?.key, meant)
})

test('the signature covers the content', async () => {
  storage.reset()
  const sums: unknown[] = []
  storage.behaviour = (asking, _, pass) => {
    sums.push(asking.headers['x-amz-content-sha256'])
    pass()
  }
  const content = Buffer.from('signed')
  await bucket.put('signed', content)
  await bucket.get('signed')
  assert.deepEqual(sums, [hash('sha256', content), hash('sha256', '')])
})

test('the bucket is in the path or in the host of the address', async () => {
  storage.reset()
  const addresses: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async address => {
    const { origin, pathname } = new URL(String(address))
    addresses.push(`${origin}${pathname}`)
    return new Response('<ListBucketResult></ListBucketResult>')
  })
  const hosted = { endpoint: 'https://s3.eu-central-1.amazonaws.com', pathStyle: false }
  await bucketWith({ endpoint: 'https://storage.example/storage/v1/', prefix: 'p/' }).get('k')
  await bucketWith({ ...hosted, prefix: 'p/' }).get('k')
  await bucketWith(hosted).list('')
  assert.deepEqual(addresses, [
    'https://storage.example/storage/v1/shop/p/k',
    'https://shop.s3.eu-central-1.amazonaws.com/p/k',
    'https://shop.s3.eu-central-1.amazonaws.com/',
  ])
})
