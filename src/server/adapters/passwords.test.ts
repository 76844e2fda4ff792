import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#domain/refusal.ts'
import { Passwords } from './passwords.ts'

const passwords = new Passwords()

test('a hash is a PHC string of argon2id and verifies only its own password', async () => {
  const hash = await passwords.hash('pässword')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.deepEqual(await passwords.verify('pässword', hash), { matches: true, outdated: false })
  assert.deepEqual(await passwords.verify('password', hash), { matches: false, outdated: false })
  assert.notEqual(await passwords.hash('pässword'), hash)
})

test('a known hash verifies, and a weaker one asks to be renewed', async () => {
  // From the argon2 reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 256 -p 1
  const weak = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  assert.deepEqual(await passwords.verify('password', weak), { matches: true, outdated: true })
  assert.deepEqual(await passwords.verify('password', 'not a hash'), { matches: false, outdated: true })
})

test('more than can wait are told to come back', async () => {
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => passwords.hash('x')))
  const refused = results.filter(result => result.status === 'rejected')
  assert.equal(refused.length, 80 - 2 - 64)
  assert.ok(refused.every(({ reason }) => reason instanceof Refusal && reason.code === 'overloaded'))
})
