import assert from 'node:assert/strict'
import { test } from 'vitest'
import { resultOf, scriptOf } from './wrk.ts'

const printed = (refused: number, broken: number) => `Running 2s test @ http://127.0.0.1:3000
  1 threads and 10 connections
{"answers":20000,"micros":2000000,"p99":1500,"refused":${refused},"broken":${broken}}
0m0.010s 0m0.020s
0m0.500s 1m0.400s
`

test('the output of wrk and the shell becomes a result with the CPU time of wrk alone', () => {
  const { loadShare, ...rest } = resultOf(printed(0, 0))
  assert.deepEqual(rest, { answers: 20_000, seconds: 2, p99Ms: 1.5, faults: {} })
  assert.equal(loadShare, 30.45)
})

test('a refused request does not count as an answer', () => {
  const { answers, faults } = resultOf(printed(5, 2))
  assert.equal(answers, 19_995)
  assert.deepEqual(faults, { 'answers that were no success': 5, 'broken connections': 2 })
})

test('a request is sent unchanged, with its length in bytes', () => {
  const sent = { method: 'POST', path: '/a', headers: { 'x-y': '"z\\' }, body: 'é' } as const
  const [, text = ''] = /^"(POST.*)"$/m.exec(scriptOf('http://127.0.0.1:3000', [sent])) ?? []
  assert.doesNotMatch(text.replace(/\\\d{3}/g, ''), /["\\]/)
  const read = text.replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number(code)))
  const lines = ['POST /a HTTP/1.1', 'host: 127.0.0.1:3000', 'x-y: "z\\', 'content-length: 2', '', 'é']
  assert.equal(Buffer.from(read, 'latin1').toString(), lines.join('\r\n'))
})
