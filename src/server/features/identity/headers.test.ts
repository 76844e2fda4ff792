import assert from 'node:assert/strict'
import { onSqlite } from '../../../../tests/helpers/shop.ts'
import { giveProof } from './proof.ts'

/** Fails where the cookie stays: it holds nothing any more, and is sent along for ten minutes. */
onSqlite('a proof that was used leaves the browser', async shop => {
  const ann = await shop.customer('ann@example.com')
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  const proof = await giveProof(shop.deps, uid)
  const entered = await shop.call({
    method: 'PUT',
    url: '/api/users/ann@example.com',
    headers: { cookie: `other=1; tuckshop_proof=${proof}` },
    payload: { email: ann.email },
  })
  assert.equal(entered.statusCode, 200)
  const cookies = [entered.headers['set-cookie'] ?? []].flat()
  assert.ok(
    cookies.some(cookie => /^tuckshop_proof=; .*Expires=Thu, 01 Jan 1970/.test(cookie)),
    cookies.join('\n'),
  )
})

/** Fails where the address of the way back, which may hold a code, is told to the next page or kept. */
onSqlite('the ways to a provider and back tell nobody where they came from', async shop => {
  for (const path of [
    'google',
    'google/callback?code=x&state=y',
    'github',
    'github/callback?code=x',
    'oidc',
  ]) {
    const { statusCode, headers } = await shop.call({ url: `/api/auth/${path}` })
    assert.deepEqual(
      [statusCode, headers['referrer-policy'], headers['cache-control']],
      [303, 'no-referrer', 'no-store'],
      path,
    )
  }
})
