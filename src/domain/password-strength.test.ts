import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Strength, strengthOf } from './password-strength.ts'

const examples: Readonly<Record<Strength, readonly string[]>> = {
  weak: [
    '',
    'x',
    'password',
    'Passw0rd',
    'P@ssw0rd2024',
    'aaaaaaaaaaaaaaaa',
    'abcdefghijklmnop',
    '9876543210',
    'letmein!',
    'hunter2',
    'qwerty1999',
  ],
  fair: ['small-goods', 'tr0ub4dor&3', 'kvuzpqei4w'],
  strong: [
    'correct horse battery staple',
    'nine blue teapots on a wall',
    'xK9#mQ2$vL7!pR',
    'łódź ✓ żółw gęś',
  ],
}

for (const [strength, passwords] of Object.entries(examples))
  for (const password of passwords)
    test(`“${password}” is ${strength}`, () => assert.equal(strengthOf(password), strength))

test('appending characters does not lower the strength', () => {
  const order: Strength[] = ['weak', 'fair', 'strong']
  let before = 0
  let password = ''
  for (const letter of 'kx7Qpz!mw2Rv9&tB') {
    password += letter
    const now = order.indexOf(strengthOf(password))
    assert.ok(now >= before, password)
    before = now
  }
  assert.equal(before, 2)
})
