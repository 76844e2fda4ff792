import assert from 'node:assert/strict'
import { onSqlite } from '../../../../tests/helpers/shop.ts'

const options = '/api/auth/options'

/** Fails if a live shop offers the demo's accounts: their passwords are public. */
onSqlite('a live shop offers the configured providers, and no demo account', async shop => {
  const { google, github, demoAccounts, isLive } = (await shop.call({ url: options })).json()
  assert.deepEqual([google, github, demoAccounts, isLive], [false, false, [], true])
})

onSqlite(
  'a demo offers its two accounts, and their passwords work',
  async shop => {
    const { demoAccounts, isLive } = (await shop.call({ url: options })).json()
    assert.equal(isLive, false)
    assert.deepEqual(
      demoAccounts.map(({ label }: { label: string }) => label),
      ['User', 'Admin'],
    )
    for (const { email, password } of demoAccounts) {
      const payload = { email, password }
      const answer = await shop.call({ method: 'POST', url: '/api/auth/sign-in', payload })
      assert.equal(answer.statusCode, 200, email)
    }
  },
  { SHOP_MODE: 'demo' },
)
