import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RouteMeter } from './routes.ts'

/** Fails where what took exactly as long as a bound is counted in the bucket after it. */
test('an answer is counted in the first bucket that it fits, and in all behind it', () => {
  const meter = new RouteMeter({ route: '/items' })
  for (const ms of [0.5, 1, 1.1, 5, 20_000]) meter.count(200, ms)
  meter.count(404, 3)
  const counts = meter.histogram('seconds').map(line => line.replace('route="/items",', ''))
  assert.equal(counts[0], 'seconds_bucket{le="0.001"} 2')
  assert.equal(counts[1], 'seconds_bucket{le="0.005"} 5')
  assert.ok(counts.includes('seconds_bucket{le="10"} 5'))
  assert.ok(counts.includes('seconds_bucket{le="+Inf"} 6'))
  assert.deepEqual(meter.answers('requests'), [
    'requests{route="/items",status="2xx"} 5',
    'requests{route="/items",status="4xx"} 1',
  ])
})
