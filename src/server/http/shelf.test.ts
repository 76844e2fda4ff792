import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from './counter.ts'
import { KeptAnswer, KeptAnswers } from './kept.ts'
import { Shelf } from './shelf.ts'

test('what was used longest ago goes first, by number and by bytes', () => {
  const shelf = new Shelf<string>(3, 100)
  for (const name of ['a', 'b', 'c']) shelf.set(name, name, 9)
  assert.equal(shelf.bytes, 30)
  assert.equal(shelf.get('a'), 'a')
  shelf.set('d', 'd', 9)
  assert.deepEqual([shelf.get('b'), shelf.get('a'), shelf.bytes], [undefined, 'a', 30])
  shelf.set('e', 'e', 79)
  assert.deepEqual([shelf.get('c'), shelf.get('d'), shelf.get('a'), shelf.bytes], [undefined, 'd', 'a', 100])
  shelf.set('f', 'f', 100)
  assert.deepEqual([shelf.get('f'), shelf.bytes], [undefined, 0])
})

test('what has grown, gone or been replaced is counted as it is now', () => {
  const shelf = new Shelf<object>(10, 1000)
  const [old, young] = [{}, {}]
  shelf.set('a', old, 99)
  shelf.set('a', young, 9)
  shelf.resize('a', old, 500)
  shelf.remove('a', old)
  assert.deepEqual([shelf.get('a'), shelf.bytes], [young, 10])
  shelf.resize('a', young, 19)
  assert.equal(shelf.bytes, 20)
  shelf.remove('a', young)
  assert.equal(shelf.bytes, 0)
})

/** Fails where answers are bounded by number alone: 500 of them keep five times as much as is allowed here. */
test('kept answers are bounded by their bytes, compressed ones included', async () => {
  const limit = 1_000_000
  const kept = new KeptAnswers(() => 1, { bytes: limit })
  let made = 0
  const last: KeptAnswer[] = []
  for (let n = 0; n < 2000; n++) {
    const { answer } = await kept.get(`odd ${n}`, async () => new KeptAnswer('x'.repeat(10_000) + ++made, {}))
    const before = kept.bytes
    if (n % 100 === 0) {
      const twins = await Promise.all([answer.compressed('br'), answer.compressed('gzip')])
      assert.equal(kept.bytes - before, twins[0].length + twins[1].length)
    }
    assert.ok(kept.bytes <= limit, `${kept.bytes}`)
    last.push(answer)
  }
  assert.ok(kept.bytes > limit * 0.9)
  assert.equal(
    (await kept.get('odd 1999', () => Promise.reject(new Error('it is kept')))).answer,
    last.at(-1),
  )
})

/** Fails where the counter is bounded by number alone: 200 of these are 20 MB. */
test('ten thousand odd questions leave the counter as it was', () => {
  const counter = new Counter()
  counter.open()
  const reply = { getHeaders: () => ({ etag: 'x' }), statusCode: 200 } as unknown as FastifyReply
  for (let n = 0; n < 10_000; n++) {
    const raw = { url: `/?odd=${n}`, headers: {}, method: 'GET' }
    const request = { ...raw, raw, routeOptions: { config: { access: 'page' } } } as unknown as FastifyRequest
    counter.lay(request, reply, { isCurrent: () => true, etag: 'x', body: Buffer.alloc(100_000) })
    assert.ok(counter.bytes <= 4 * 2 ** 20, `${counter.bytes}`)
  }
  assert.ok(counter.bytes > 3.8 * 2 ** 20)
})
