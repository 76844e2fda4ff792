import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Caller, checkAccess, checkSubject, type Who } from './access.ts'
import { Refusal } from './refusal.ts'

const ann: Caller = { userId: '1', email: 'ann@example.com', admin: false, address: '192.0.2.1' }
const admin: Caller = { userId: '2', email: 'admin@example.com', admin: true, address: '192.0.2.1' }

function outcome(who: Who, caller: Caller | undefined, email?: string): string {
  try {
    checkAccess(who, caller)
    if (email !== undefined) checkSubject(who, caller, email)
    return 'yes'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

test('each kind of call accepts exactly the callers that it names', () => {
  const table: [Who, string, string, string, string, string][] = [
    // who, no session, a user, a user about ann, ann's neighbor about ann, an admin about ann
    ['anyone', 'yes', 'yes', 'yes', 'yes', 'yes'],
    ['proven', 'yes', 'yes', 'yes', 'yes', 'yes'],
    ['user', 'signed_out', 'yes', 'yes', 'forbidden', 'forbidden'],
    ['owner', 'signed_out', 'yes', 'yes', 'forbidden', 'forbidden'],
    ['owner_or_admin', 'signed_out', 'yes', 'yes', 'forbidden', 'yes'],
    ['self', 'signed_out', 'yes', 'yes', 'forbidden', 'forbidden'],
    ['self_or_admin', 'signed_out', 'yes', 'yes', 'forbidden', 'yes'],
    ['admin', 'signed_out', 'forbidden', 'forbidden', 'forbidden', 'yes'],
  ]
  const neighbor = { ...ann, userId: '3', email: 'bob@example.com' }
  for (const [who, ...expected] of table) {
    const actual = [
      outcome(who, undefined, ann.email),
      outcome(who, ann),
      outcome(who, ann, ' ANN@example.com '),
      outcome(who, neighbor, ann.email),
      outcome(who, admin, ann.email),
    ]
    assert.deepEqual(actual, expected, who)
  }
})

test('an admin without the required second factor cannot use admin calls or act for other users', () => {
  const waiting = { ...admin, admin: false, adminWaits: true }
  assert.equal(outcome('admin', waiting), 'second_factor_needed')
  assert.equal(outcome('self_or_admin', waiting, ann.email), 'forbidden')
  assert.equal(outcome('self_or_admin', waiting, admin.email), 'yes')
})
