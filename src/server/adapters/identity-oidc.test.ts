import assert from 'node:assert/strict'
import { afterAll, test } from 'vitest'
import {
  clientId,
  clientSecret,
  openIdProvider,
  redirectUri,
  signInAtProvider,
} from '../../../tests/helpers/openid-provider.ts'
import { newToken } from '../sessions/tokens.ts'
import { OidcSignIn } from './identity-oidc.ts'
import { SocialFailure } from './social.ts'

const reserved = await openIdProvider()
const talkative = await openIdProvider({ claimsInIdToken: true })
afterAll(() => Promise.all([reserved.close(), talkative.close()]))

const keys = {
  name: 'Harbour Login',
  issuer: reserved.issuer,
  clientId,
  clientSecret,
  clientAuth: 'basic',
  trustsUnverifiedEmail: false,
} as const

async function come(signIn: OidcSignIn, person: string | undefined) {
  const flow = { state: newToken(), codeVerifier: newToken(), nonce: newToken() }
  const back = await signInAtProvider(await signIn.addressFor(flow, redirectUri), person)
  return { flow, back, person: () => signIn.personFrom(back, flow) }
}

const because = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof SocialFailure)
  assert.equal(error.reason, reason)
  return true
}

/**
 * Fails where userinfo is not asked: the first provider's ID token has no e-mail. And where the subject goes without
 * its issuer: after a change of the provider a person would be in the account of a namesake.
 */
test('an e-mail is found in the ID token, and else in userinfo', async () => {
  for (const { issuer, requests } of [reserved, talkative]) {
    const { person } = await come(new OidcSignIn({ ...keys, issuer }), 'ada')
    assert.deepEqual(await person(), {
      subject: `${issuer} ada`,
      verifiedEmail: 'Ada@Byron.example',
      unverifiedEmail: false,
      name: 'Ada Byron',
      photoUrl: undefined,
    })
    const again = requests.some(({ path }) => path === '/me')
    assert.equal(again, issuer === reserved.issuer, 'only who tells nothing is asked again')
  }
})

/** Fails where the setting also takes an e-mail of which the provider says that it is not verified. */
test('an e-mail counts when it is said to be verified; the dangerous setting stands in for silence alone', async () => {
  for (const { issuer } of [reserved, talkative])
    for (const trustsUnverifiedEmail of [false, true]) {
      const signIn = new OidcSignIn({ ...keys, issuer, trustsUnverifiedEmail })
      const told = async (name: string) => {
        const { verifiedEmail, unverifiedEmail } = await (await come(signIn, name)).person()
        return [verifiedEmail, unverifiedEmail]
      }
      assert.deepEqual(await told('uma'), [undefined, true])
      assert.deepEqual(await told('nemo'), [undefined, false])
      assert.deepEqual(
        await told('enzo'),
        trustsUnverifiedEmail ? ['enzo@example.com', false] : [undefined, true],
      )
    }
})

test('cancelling is denied; another state, nonce, verifier or secret has failed', async () => {
  const signIn = new OidcSignIn(keys)
  await assert.rejects((await come(signIn, undefined)).person(), because('denied'))
  for (const half of ['state', 'nonce', 'codeVerifier'] as const) {
    const { back, flow } = await come(signIn, 'ada')
    await assert.rejects(signIn.personFrom(back, { ...flow, [half]: newToken() }), because('failed'), half)
  }
  const stranger = new OidcSignIn({ ...keys, clientSecret: 'another secret' })
  await assert.rejects((await come(stranger, 'ada')).person(), because('failed'))
  const { person } = await come(signIn, 'ada')
  assert.ok(await person())
  await assert.rejects(person(), because('failed'), 'a code counts once')
})

test('the secret goes into a header or into the body, as it is set', async () => {
  for (const clientAuth of ['basic', 'post'] as const) {
    assert.ok(await (await come(new OidcSignIn({ ...keys, clientAuth }), 'ada')).person())
    const told = reserved.requests.findLast(({ path }) => path === '/token')
    assert.equal(told?.authorization, clientAuth === 'basic')
  }
})
