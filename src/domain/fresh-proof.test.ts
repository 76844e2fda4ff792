import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Factors, freshMs, missingProof, type ProofState } from './fresh-proof.ts'

const now = 1_000_000_000
const passwordOnly: Factors = { password: true, passkey: false, code: false }
const standing = (changes: Partial<ProofState>): ProofState => ({
  factors: passwordOnly,
  isRequired: false,
  provedAt: now - freshMs,
  strongAt: null,
  ...changes,
})
const withCode = { ...passwordOnly, code: true }
const withPasskey = { ...passwordOnly, passkey: true }

test('a user without a second factor needs no fresh proof, even long after signing in', () => {
  assert.equal(missingProof('with_factor', standing({ provedAt: 0 }), now), undefined)
  assert.equal(missingProof('where_required', standing({ provedAt: 0 }), now), undefined)
})

/** Fails if anyone who finds an open browser can add the first factor. */
test('adding a sign-in method needs a fresh proof from everyone', () => {
  assert.deepEqual(missingProof('always', standing({}), now), ['password'])
  assert.deepEqual(
    missingProof('always', standing({ factors: { ...passwordOnly, password: false } }), now),
    [],
  )
  assert.equal(missingProof('always', standing({ provedAt: now }), now), undefined)
})

test('a user with a second factor needs a new proof after ten minutes, by any method they have', () => {
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

/** Fails if any fresh proof is enough: a stolen password could then replace the second factor. */
test('a password is not enough if the account has codes and the session has used only the password', () => {
  const weak = { factors: withCode, provedAt: now }
  assert.deepEqual(missingProof('with_factor', standing(weak), now), ['code'])
  const admin = { factors: withPasskey, provedAt: now, isRequired: true }
  assert.deepEqual(missingProof('with_factor', standing(admin), now), ['passkey'])
  assert.equal(missingProof('with_factor', standing({ ...admin, isRequired: false }), now), undefined)
})

test('some calls need a fresh proof only from admins who must have a second factor', () => {
  const strong = { factors: withCode, strongAt: 1 }
  assert.equal(missingProof('where_required', standing(strong), now), undefined)
  assert.deepEqual(missingProof('where_required', standing({ ...strong, isRequired: true }), now), [
    'code',
    'password',
  ])
})

test('an admin without factors can set up the first one right after signing in, and later must sign in again', () => {
  const elsewhere = { factors: { ...passwordOnly, password: false }, isRequired: true }
  assert.equal(missingProof('with_factor', standing({ ...elsewhere, provedAt: now }), now), undefined)
  assert.deepEqual(missingProof('with_factor', standing(elsewhere), now), [])
})
