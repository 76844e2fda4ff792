import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterAll, test } from 'vitest'
import { behaviours, openStorage } from '../../../tests/helpers/storage.ts'
import { Bucket, BucketFault } from './bucket.ts'
import { upload } from './bucket-upload.ts'

const storage = await openStorage()
afterAll(() => storage.close())

const bucket = new Bucket(storage.config, { failures: Number.POSITIVE_INFINITY, retryMs: 0 })
const partBytes = 1000

async function* pieces(content: Buffer, length = 300) {
  for (let from = 0; from < content.length; from += length) yield content.subarray(from, from + length)
}

const kept = async (key: string) => (await bucket.get(key))?.toString('hex')

test('short and long uploads arrive unchanged', async () => {
  storage.reset()
  for (const length of [0, 1, 999, 1000, 1001, 1200, 5000]) {
    const content = randomBytes(length)
    await upload(bucket, `x${length}`, pieces(content), partBytes)
    assert.equal(await kept(`x${length}`), content.toString('hex'), `${length} bytes`)
  }
})

/** Fails if a finished upload whose answer was lost counts as failed, or an unfinished one as done. */
test('an upload survives one lost answer at any step', async () => {
  const content = randomBytes(2500)
  // One to begin, one for each of three parts, and one to complete.
  for (const behaviour of [behaviours.cut, behaviours.loseAnswer, behaviours.fail])
    for (let lost = 0; lost < 5; lost++) {
      storage.reset()
      storage.next = [...Array<typeof behaviours.pass>(lost).fill(behaviours.pass), behaviour]
      const key = `${behaviour.name}-${lost}`
      await upload(bucket, key, pieces(content), partBytes)
      assert.equal(await kept(key), content.toString('hex'), key)
    }
})

test('an upload that fails halfway is aborted and leaves nothing', async () => {
  storage.reset()
  const failingPieces = async function* () {
    yield randomBytes(1500)
    yield randomBytes(1500)
    throw new Error('The database file has become shorter')
  }
  await assert.rejects(upload(bucket, 'torn', failingPieces(), partBytes), /has become shorter/)
  assert.ok(storage.requests.some(call => call === 'DELETE /shop/torn'))
  assert.equal(await bucket.get('torn'), undefined)
  const { pass, fail } = behaviours
  storage.next = [pass, pass, fail, fail]
  await assert.rejects(upload(bucket, 'failed', pieces(randomBytes(2500)), partBytes), BucketFault)
  assert.equal(await bucket.get('failed'), undefined)
})

/** Fails if only the status is checked: S3 sends 200 before it knows the result. */
test('a 200 with an error in its body is a failed upload', async () => {
  storage.reset()
  const { pass } = behaviours
  const no: typeof storage.behaviour = (asking, response) => {
    asking.resume()
    response.writeHead(200).end('<?xml version="1.0"?>  <Error><Code>InternalError</Code></Error>')
  }
  storage.next = [pass, pass, pass, pass, no]
  const uploading = upload(bucket, 'lie', pieces(randomBytes(2500)), partBytes)
  await assert.rejects(uploading, /has not put the parts together \(InternalError\)/)
})
