import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { followed } from '../../../tests/helpers/followed.ts'
import { openStorage, treatments } from '../../../tests/helpers/storage.ts'
import { Bucket } from '../adapters/bucket.ts'
import { BucketTarget } from './bucket-target.ts'
import { contentOf } from './target.ts'
import { sourceAt } from './target-at.ts'

const storage = await openStorage()
after(() => storage.close())

const bucketFor = (part: string) =>
  new Bucket({ ...storage.config, prefix: `${part}/` }, { failures: Number.POSITIVE_INFINITY, retryMs: 0 })

/** A bucket with a backup of so many notes, each a change. */
async function backedUp(part: string, notes: number) {
  storage.calm()
  const bucket = bucketFor(part)
  const backup = await followed({}, () => new BucketTarget(bucket))
  await backup.turn()
  for (let count = 0; count < notes; count++) {
    await backup.note()
    await backup.turn()
  }
  const [generation = ''] = await bucket.names('')
  return { ...backup, bucket, generation, keys: async () => (await bucket.list('')).map(({ key }) => key) }
}

/** Fails where each change becomes an object of its own: a busy day would leave hundreds of thousands. */
test('changes are put together, and none is used again after a write that got no answer', async t => {
  const { keys, restored, note, turn, close } = await backedUp('together', 10)
  t.after(close)
  const changes = async () => (await keys()).filter(key => key.includes('/changes-'))
  assert.equal((await changes()).length, 1)
  storage.next = [treatments.cut]
  await note()
  await turn()
  assert.equal((await changes()).length, 2, 'another one goes on at once')
  await note()
  await turn()
  assert.equal((await changes()).length, 2)
  assert.equal((await restored()).notes, 12)
})

const { cut, loseAnswer } = treatments

/**
 * Fails where a write is tried again under its own key: the late one then takes back what was told to be there. Where
 * that happens only after both tries have failed, only the cases of two tries fail.
 */
for (const [happening, treated] of Object.entries({
  'a write arrives late': [storage.late],
  'both tries of a write arrive late': [storage.late, storage.late],
  'the second try of a write arrives late': [cut, storage.late],
  'a write has arrived, and its answer is lost': [loseAnswer],
}))
  test(`${happening}: nothing is taken back`, async t => {
    const { restored, note, turn, close } = await backedUp(happening.replaceAll(/\W+/g, '-'), 3)
    t.after(close)
    storage.next = treated
    for (let count = 0; count < 3; count++) {
      await note()
      await turn()
    }
    await storage.letThrough()
    assert.equal((await restored()).notes, 6)
  })

test('what is missing or damaged in a bucket is found and named', async t => {
  const { bucket, generation, keys, restored, close } = await backedUp('damage', 5)
  t.after(close)
  const [changes = ''] = (await keys()).filter(key => key.includes('/changes-'))
  const whole = (await bucket.get(changes)) ?? assert.fail()
  const broken = Buffer.from(whole)
  broken[Math.floor(whole.length / 2)] = (broken[Math.floor(whole.length / 2)] ?? 0) ^ 0xff
  await bucket.put(changes, broken)
  await assert.rejects(restored(), /changes-.* in s3:\/\/shop\/damage is damaged at byte \d+/)
  await bucket.put(changes, whole)
  await bucket.remove([`${generation}/base-000000000.db`])
  await assert.rejects(restored(), /base-000000000\.db in s3:\/\/shop\/damage is damaged or missing/)
})

test('a file is read piece by piece, replaced and renamed; what is empty stays so', async () => {
  storage.calm()
  const target = new BucketTarget(bucketFor('files'))
  const large = Buffer.alloc(20 * 1024 * 1024, 'large ')
  await target.write('a/large', [large.subarray(0, 9e6), large.subarray(9e6)])
  assert.ok(large.equals(await contentOf(target, 'a/large')))
  storage.next = [(_, response) => response.writeHead(416).end('<Error><Code>InvalidRange</Code></Error>')]
  assert.equal((await contentOf(target, 'empty')).length, 0)
  await target.write('list.txt', [Buffer.from('one\n')])
  await target.rename('list.txt', 'gone/list.txt')
  assert.deepEqual([await target.list(''), await target.list('gone')], [['a', 'gone'], ['list.txt']])
  await target.remove(['gone/list.txt', 'a/large', 'a/never'])
  assert.deepEqual(await target.list(''), [])
  await assert.rejects(contentOf(target, 'a/large'), { code: 'ENOENT' })
})

/** Fails where a restore asks twice, as a visitor's call does: it has thousands of pieces to ask for. */
test('a restore is not given up for a piece whose answer is lost again and again', async t => {
  const { bucket, keys, close } = await backedUp('patience', 1)
  t.after(close)
  const [key = ''] = await keys()
  const source = sourceAt('s3://shop/patience', storage.config)
  storage.next = Array.from({ length: 4 }, () => treatments.loseAnswer)
  assert.deepEqual(await contentOf(source, key), await bucket.get(key))
})
