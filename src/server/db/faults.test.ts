import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDamaged, isOutage, isSerializationFailure, isTaken, isUniqueViolation } from './faults.ts'

const sqlite = (errcode: number) => Object.assign(new Error('sqlite'), { errcode })
const postgres = (code: string) => Object.assign(new Error('postgres'), { code })

const kinds = { isTaken, isDamaged, isUniqueViolation, isSerializationFailure, isOutage }

/** Everything that is said of an error; a code that is missing from its list turns a pause into a fault of ours. */
const saidOf = (error: unknown) =>
  Object.entries(kinds).flatMap(([name, holds]) => (holds(error) ? [name] : []))

test('SQLite’s codes, the extended ones included', () => {
  const busy = ['isTaken', 'isOutage']
  const cases: [number, string[]][] = [
    [5, busy],
    [6, ['isOutage']],
    [8, ['isOutage']],
    [10, ['isOutage']],
    [13, ['isOutage']],
    [14, ['isOutage']],
    [0x10a, ['isOutage']],
    [11, ['isDamaged']],
    [26, ['isDamaged']],
    [2067, ['isUniqueViolation']],
    [1555, ['isUniqueViolation']],
    [1, []],
    [19, []],
    [275, []],
  ]
  for (const [code, said] of cases) assert.deepEqual(saidOf(sqlite(code)), said, String(code))
})

test('PostgreSQL’s codes', () => {
  const cases: [string, string[]][] = [
    ['40001', ['isSerializationFailure']],
    ['40P01', ['isSerializationFailure']],
    ['23505', ['isUniqueViolation']],
    ['57P01', ['isOutage']],
    ['57P03', ['isOutage']],
    ['53300', ['isOutage']],
    ['08006', ['isOutage']],
    ['23503', []],
    ['22P02', []],
    ['42P01', []],
    ['0A000', []],
  ]
  for (const [code, said] of cases) assert.deepEqual(saidOf(postgres(code)), said, code)
  const plan = Object.assign(new Error('cached plan must not change result type'), { code: '0A000' })
  assert.deepEqual(saidOf(plan), ['isSerializationFailure'])
})

test('what is no error of a database is none of them', () => {
  for (const error of [new Error('no'), undefined, 'ECONNREFUSED', { code: '57P01' }])
    assert.deepEqual(saidOf(error), [])
})
