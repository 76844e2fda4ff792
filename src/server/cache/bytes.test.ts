import assert from 'node:assert/strict'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { test } from 'vitest'
import { RouteMeter } from '../metrics/routes.ts'
import { BeforeRouter } from './answer-before-router.ts'
import { AnswerCache } from './answer-cache.ts'
import { CachedAnswer } from './cached-answer.ts'

/** Fails where answers are bounded by number alone: 500 of them keep five times as much as is allowed here. */
test('kept answers are bounded by their bytes, compressed ones included', async () => {
  const limit = 1_000_000
  const kept = new AnswerCache(() => 1, { bytes: limit })
  let made = 0
  const last: CachedAnswer[] = []
  for (let n = 0; n < 2000; n++) {
    const { answer } = await kept.get(
      `odd ${n}`,
      async () => new CachedAnswer('x'.repeat(10_000) + ++made, {}),
    )
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

/** Fails where what is given before the router is bounded by number alone: 200 of these are 20 MB. */
test('ten thousand odd questions are not all remembered', () => {
  const beforeRouter = new BeforeRouter(
    () => false,
    () => 'id',
  )
  const reply = {
    getHeaders: () => ({ etag: 'x' }),
    statusCode: 200,
    meter: new RouteMeter({}),
  } as unknown as FastifyReply
  for (let n = 0; n < 10_000; n++) {
    const raw = { url: `/?odd=${n}`, headers: {}, method: 'GET' }
    const request = {
      ...raw,
      raw,
      routeOptions: { config: { access: 'page' } },
    } as unknown as FastifyRequest
    beforeRouter.remember(request, reply, { isCurrent: () => true, etag: 'x', body: Buffer.alloc(100_000) })
    assert.ok(beforeRouter.bytes <= 4 * 2 ** 20, `${beforeRouter.bytes}`)
  }
  assert.ok(beforeRouter.bytes > 3.8 * 2 ** 20)
})
