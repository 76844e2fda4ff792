import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test('popular passwords are common in any case; an invented one is not', async () => {
  for (const password of ['123456', 'password', 'PassWord', 'qwerty', 'letmein', 'hunter2'])
    assert.equal(await isCommonPassword(password), true, password)
  for (const password of ['nine blue teapots', 'small-goods', '', '\n', 'password\n'])
    assert.equal(await isCommonPassword(password), false, JSON.stringify(password))
})
