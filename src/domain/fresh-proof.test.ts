import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Factors, freshMs, missingProof, type Standing } from './fresh-proof.ts'

const now = 1_000_000_000
const none: Factors = { password: true, passkey: false, code: false }
const standing = (changes: Partial<Standing>): Standing => ({
  factors: none,
  isRequired: false,
  provedAt: now - freshMs,
  strongAt: null,
  ...changes,
})
const withCode = { ...none, code: true }
const withPasskey = { ...none, passkey: true }

test('whoever has no second factor is asked for nothing, however long ago they signed in', () => {
  assert.equal(missingProof('with_factor', standing({ provedAt: 0 }), now), undefined)
  assert.equal(missingProof('where_required', standing({ provedAt: 0 }), now), undefined)
})

/** Fails where the first factor is for whoever finds a browser open. */
test('what gives a new way in is asked of everybody', () => {
  assert.deepEqual(missingProof('always', standing({}), now), ['password'])
  assert.deepEqual(missingProof('always', standing({ factors: { ...none, password: false } }), now), [])
  assert.equal(missingProof('always', standing({ provedAt: now }), now), undefined)
})

test('whoever has one is asked ten minutes after the last proof, by any way that they have', () => {
  const strong = { factors: withCode, strongAt: 1 }
  assert.deepEqual(missingProof('with_factor', standing(strong), now), ['code', 'password'])
  assert.equal(
    missingProof('with_factor', standing({ ...strong, provedAt: now - freshMs + 1 }), now),
    undefined,
  )
  assert.deepEqual(missingProof('with_factor', standing({ factors: withPasskey }), now), [
    'passkey',
    'password',
  ])
})

/** Fails where any fresh proof will do: a stolen password then changes the factors that stand against it. */
test('where a session has shown a password alone, and the account has a code, only more than that counts', () => {
  const weak = { factors: withCode, provedAt: now }
  assert.deepEqual(missingProof('with_factor', standing(weak), now), ['code'])
  const admin = { factors: withPasskey, provedAt: now, isRequired: true }
  assert.deepEqual(missingProof('with_factor', standing(admin), now), ['passkey'])
  assert.equal(missingProof('with_factor', standing({ ...admin, isRequired: false }), now), undefined)
})

test('some calls ask those alone of whom the shop requires a second factor', () => {
  const strong = { factors: withCode, strongAt: 1 }
  assert.equal(missingProof('where_required', standing(strong), now), undefined)
  assert.deepEqual(missingProof('where_required', standing({ ...strong, isRequired: true }), now), [
    'code',
    'password',
  ])
})

test('an admin who has nothing yet may set up the first one right after signing in, and else signs in again', () => {
  const elsewhere = { factors: { ...none, password: false }, isRequired: true }
  assert.equal(missingProof('with_factor', standing({ ...elsewhere, provedAt: now }), now), undefined)
  assert.deepEqual(missingProof('with_factor', standing(elsewhere), now), [])
})
