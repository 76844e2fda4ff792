import assert from 'node:assert/strict'
import { test } from 'vitest'
import { faultsIn, type LoadResult } from './result.ts'
import { bottleneckOf, cpuRow, servedOf } from './served.ts'

const result: LoadResult = { answers: 20_000, seconds: 2, p99Ms: 1, loadShare: 0.4, faults: {} }

test('CPU time is counted for each answer, and as a share of one core', () => {
  const { perSecond, cpuMicros, serverShare } = servedOf(result, 1.9)
  assert.equal(perSecond, 10_000)
  assert.equal(cpuMicros, 95)
  assert.equal(serverShare, 0.95)
})

test('the bottleneck is whoever has no more of a core to give', () => {
  const of = (serverShare: number, loadShare: number) => bottleneckOf([{ serverShare, loadShare }])
  assert.equal(of(0.97, 0.5), 'server')
  assert.equal(of(0.6, 0.95), 'load')
  assert.equal(of(1.1, 0.95), 'server and load')
  assert.equal(of(0.89, 0.89), 'neither')
})

test('one round in which something else was busy does not name the bottleneck', () => {
  const rounds = [0.98, 0.3, 0.96].map(serverShare => ({ serverShare, loadShare: 0.5 }))
  assert.equal(bottleneckOf(rounds), 'server')
})

test('a row in CPU time says beside it how fast both sides were and what kept them from more', () => {
  const sides = { shop: [servedOf(result, 1.9)], yardstick: [servedOf({ ...result, loadShare: 0.99 }, 1)] }
  const row = cpuRow({ name: 'list', against: 'bare node:http', sides, goal: { atMost: 1.25 } })
  assert.equal(row.figure.value, 1.9)
  assert.equal(row.met, false)
  assert.equal(row.notes, 'against bare node:http; 10,000 / 10,000 requests/s; bottleneck server / load')
})

test('answers that were no success make a row invalid, on either side', () => {
  const bad = servedOf({ ...result, faults: { 500: 2 } }, 1)
  const sides = { shop: [servedOf(result, 1)], yardstick: [bad, bad] }
  assert.equal(cpuRow({ name: 'x', against: 'y', sides, goal: { atMost: 9 } }).invalid, '4 × 500')
  assert.equal(faultsIn([result]), undefined)
})
