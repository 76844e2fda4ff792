import assert from 'node:assert/strict'
import { test } from 'vitest'
import { RouteMeter } from './route-metrics.ts'

/** Fails if a duration that equals a bound is counted in the next bucket. */
test('a response is counted in the first bucket that it fits, and in all later ones', () => {
  const meter = new RouteMeter({ route: '/items' })
  for (const ms of [0.5, 1, 1.1, 5, 20_000]) meter.count(200, ms)
  meter.count(404, 3)
  const [first, second, ...others] = meter.histogram('seconds')
  assert.deepEqual(first, ['seconds_bucket{route="/items",le="0.001"}', 2])
  assert.deepEqual(second, ['seconds_bucket{route="/items",le="0.005"}', 5])
  const counts = new Map(others)
  assert.equal(counts.get('seconds_bucket{route="/items",le="10"}'), 5)
  assert.equal(counts.get('seconds_bucket{route="/items",le="+Inf"}'), 6)
  assert.deepEqual(meter.answers('requests'), [
    ['requests{route="/items",status="2xx"}', 5],
    ['requests{route="/items",status="4xx"}', 1],
  ])
})
