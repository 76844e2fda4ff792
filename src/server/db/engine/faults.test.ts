import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isDamaged, isOutage, isSerializationFailure, isTaken, isUniqueViolation } from './faults.ts'

const sqlite = (errcode: number) => Object.assign(new Error('sqlite'), { errcode })
const postgres = (code: string) => Object.assign(new Error('postgres'), { code })

const kinds = { isTaken, isDamaged, isUniqueViolation, isSerializationFailure, isOutage }

/** All kinds that an error belongs to. A code that is missing from its list turns an outage into an internal error. */
const kindsOf = (error: unknown) =>
  Object.entries(kinds).flatMap(([name, holds]) => (holds(error) ? [name] : []))

test('SQLite error codes are classified, including extended ones', () => {
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
  for (const [code, kindsWith] of cases) assert.deepEqual(kindsOf(sqlite(code)), kindsWith, String(code))
})

const outage = (code: string): [string, string[]] => [code, ['isOutage']]

test('PostgreSQL error codes are classified', () => {
  const cases: [string, string[]][] = [
    ['40001', ['isSerializationFailure']],
    ['40P01', ['isSerializationFailure']],
    ['23505', ['isUniqueViolation']],
    // Shut down by an administrator, crashed, starting up, idle session ended, statement canceled.
    ...['57P01', '57P02', '57P03', '57P05', '57014'].map(outage),
    // Too many connections, out of memory, full disk.
    ...['53300', '53200', '53100', '53400'].map(outage),
    // Unreachable, refused, disconnected, and pgbouncer's code for all of them.
    ...['08000', '08001', '08003', '08004', '08006', '08P01'].map(outage),
    // A standby server, or a former primary.
    outage('25006'),
    // A transaction that timed out; a failing disk.
    ...['25P03', '25P04', '58030', '58P01'].map(outage),
    ['25P02', []],
    ['28P01', []],
    ['23503', []],
    ['22P02', []],
    ['42P01', []],
    ['0A000', []],
  ]
  for (const [code, kindsWith] of cases) assert.deepEqual(kindsOf(postgres(code)), kindsWith, code)
  const plan = Object.assign(new Error('cached plan must not change result type'), { code: '0A000' })
  assert.deepEqual(kindsOf(plan), ['isSerializationFailure'])
})

test('an error that does not come from a database belongs to no kind', () => {
  for (const error of [new Error('no'), undefined, 'ECONNREFUSED', { code: '57P01' }])
    assert.deepEqual(kindsOf(error), [])
})

/** Without it, a new connection to a server with a full disk is reported as an internal error. */
test('a connection that PostgreSQL closes is an outage, unless the settings are wrong', () => {
  const kindsWith = (code: string, severity: string) => kindsOf(Object.assign(postgres(code), { severity }))
  assert.deepEqual(kindsWith('XX000', 'FATAL'), ['isOutage'], 'could not write init file')
  assert.deepEqual(kindsWith('XX000', 'ERROR'), [])
  assert.deepEqual(kindsWith('28P01', 'FATAL'), [])
  assert.deepEqual(kindsWith('3D000', 'FATAL'), [])
})
