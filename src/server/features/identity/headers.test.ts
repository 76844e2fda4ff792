import assert from 'node:assert/strict'
import { onSqlite } from '../../../../tests/helpers/shop.ts'
import { giveProof } from './proof.ts'

/** Fails if the cookie stays: it is useless, but would be sent for ten minutes. */
onSqlite('using a proof deletes its cookie', async shop => {
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

/** Fails if the callback URL, which may contain a code, is sent as a referrer or cached. */
onSqlite('sign-in redirects send no referrer', async shop => {
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
