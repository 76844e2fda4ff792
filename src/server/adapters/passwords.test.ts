import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'vitest'
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

test('a known hash verifies, and a weak one is reported as outdated', async () => {
  // From the argon2 reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 256 -p 1
  const weak = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  assert.deepEqual(await passwords.verify('password', weak), { matches: true, outdated: true })
  assert.deepEqual(await passwords.verify('password', 'not a hash'), { matches: false, outdated: true })
})

/** Fails if enough memory alone, or enough passes alone, makes a hash count as strong. */
test('a hash is outdated if it used less memory or fewer passes', async () => {
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const hashed = (memory: number, passes: number) => {
    const nonce = Buffer.alloc(16, 'x')
    const parameters = { message: 'x', nonce, tagLength: 32, memory, passes, parallelism: 1 }
    const key = argon2Sync('argon2id', parameters)
    return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(nonce)}$${unpadded(key)}`
  }
  for (const [memory, passes, outdated] of [
    [19_456, 2, false],
    [19_456, 1, true],
    [19_455, 2, true],
    [32_768, 3, false],
  ] as const)
    assert.deepEqual(await passwords.verify('x', hashed(memory, passes)), { matches: true, outdated })
})

test('requests beyond the queue are refused as overloaded', async () => {
  // The length of the queue matters here, not the cost of each hash.
  const passwords = new Passwords({ memory: 8, passes: 1, parallelism: 1 })
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => passwords.hash('x')))
  const refused = results.filter(result => result.status === 'rejected')
  assert.equal(refused.length, 80 - 2 - 64)
  assert.ok(refused.every(({ reason }) => reason instanceof Refusal && reason.code === 'overloaded'))
})
