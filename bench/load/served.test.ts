import assert from 'node:assert/strict'
import { test } from 'vitest'
import { faultsIn, type LoadResult } from './result.ts'
import { bottleneckOf, cpuRow, measurementOf } from './served.ts'

const result: LoadResult = { answers: 20_000, seconds: 2, p99Ms: 1, loadShare: 0.4, faults: {} }

test('CPU time is given per answer and as a share of one core', () => {
  const { perSecond, cpuMicros, serverShare } = measurementOf(result, 1.9)
  assert.equal(perSecond, 10_000)
  assert.equal(cpuMicros, 95)
  assert.equal(serverShare, 0.95)
})

test('the bottleneck is the side that uses a whole core', () => {
  const of = (serverShare: number, loadShare: number) => bottleneckOf([{ serverShare, loadShare }])
  assert.equal(of(0.97, 0.5), 'server')
  assert.equal(of(0.6, 0.95), 'load')
  assert.equal(of(1.1, 0.95), 'server and load')
  assert.equal(of(0.89, 0.89), 'neither')
})

test('one disturbed round does not change the bottleneck', () => {
  const rounds = [0.98, 0.3, 0.96].map(serverShare => ({ serverShare, loadShare: 0.5 }))
  assert.equal(bottleneckOf(rounds), 'server')
})

test('the notes of a CPU row give the rates and bottlenecks of both sides', () => {
  const sides = {
    shop: [measurementOf(result, 1.9)],
    yardstick: [measurementOf({ ...result, loadShare: 0.99 }, 1)],
  }
  const row = cpuRow({ name: 'list', against: 'bare node:http', sides, goal: { atMost: 1.25 } })
  assert.equal(row.figure.value, 1.9)
  assert.equal(row.met, false)
  assert.equal(row.notes, 'against bare node:http; 10,000 / 10,000 requests/s; bottleneck server / load')
})

test('failed requests on either side make a row invalid', () => {
  const bad = measurementOf({ ...result, faults: { 500: 2 } }, 1)
  const sides = { shop: [measurementOf(result, 1)], yardstick: [bad, bad] }
  assert.equal(cpuRow({ name: 'x', against: 'y', sides, goal: { atMost: 9 } }).invalid, '4 × 500')
  assert.equal(faultsIn([result]), undefined)
})
