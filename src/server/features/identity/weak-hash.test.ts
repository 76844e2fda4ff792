import assert from 'node:assert/strict'
import { onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import { Passwords } from '../../adapters/passwords.ts'

/** 'password', as an older shop would have hashed it: from the argon2 reference implementation. */
const weak = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'

/** Fails if the old hash stays, a strong one is replaced, or a wrong password replaces anything. */
onBothEngines('a weak hash is replaced only when its owner signs in', async shop => {
  const { db } = Object.assign(shop.deps, { passwords: new Passwords() })
  const ann = await shop.customer('ann@example.com')
  await db.write(tx => tx.updateTable('users').set({ password_hash: weak }).execute())
  const hash = async () =>
    (await db.read.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()).password_hash
  const signIn = async (password: string) =>
    (
      await shop.call({
        method: 'POST',
        url: '/api/auth/sign-in',
        payload: { email: ann.email, password },
      })
    ).statusCode
  assert.equal(await signIn('Password'), 401)
  assert.equal(await hash(), weak)
  assert.equal(await signIn('password'), 200)
  const renewed = await hash()
  assert.match(String(renewed), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await signIn('password'), 200)
  assert.equal(await hash(), renewed)
  assert.equal(await signIn('password '), 401, 'the password is not trimmed')
})

/** Fails if the limit's period differs from what the page says. */
onSqlite('sign-ups per IP address are counted for an hour', async shop => {
  const payload = { name: 'Ann', email: 'ann@example.com', password: 'x' }
  const before = shop.deps.now()
  const answer = await shop.call({ method: 'POST', url: '/api/auth/sign-up', payload })
  assert.equal(answer.statusCode, 201)
  const { resets_at } = await shop.deps.db.read
    .selectFrom('rate_counters')
    .select('resets_at')
    .where('name', 'like', 'sign-up from %')
    .executeTakeFirstOrThrow()
  assert.ok(resets_at - before >= 3_600_000 && resets_at - shop.deps.now() <= 3_600_000)
})

/** Fails if a wrong guess is given back like a successful sign-in: guessing would have no limit. */
onSqlite('sequential guesses are counted and limited', async shop => {
  const ann = await shop.customer('ann@example.com')
  await shop.deps.db.write(tx => tx.updateTable('users').set({ password_hash: weak }).execute())
  const guess = async (password: string) =>
    (
      await shop.call({
        method: 'POST',
        url: '/api/auth/sign-in',
        payload: { email: ann.email, password },
      })
    ).statusCode
  const answers: number[] = []
  for (let n = 0; n < 12; n++) answers.push(await guess(`guess ${n}`))
  assert.deepEqual(answers, [...Array.from({ length: 10 }, () => 401), 429, 429])
})
