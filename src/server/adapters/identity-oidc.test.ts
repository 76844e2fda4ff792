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
const withClaims = await openIdProvider({ claimsInIdToken: true })
afterAll(() => Promise.all([reserved.close(), withClaims.close()]))

const keys = {
  name: 'Harbour Login',
  issuer: reserved.issuer,
  clientId,
  clientSecret,
  clientAuth: 'basic',
  trustsUnverifiedEmail: false,
} as const

async function signInAs(signIn: OidcSignIn, person: string | undefined) {
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
 * Fails if userinfo is not requested: the first provider's ID token has no email. Fails if the subject is stored
 * without its issuer: after a change of provider, one person could get another person's account.
 */
test('the email comes from the ID token, or else from userinfo', async () => {
  for (const { issuer, requests } of [reserved, withClaims]) {
    const { person } = await signInAs(new OidcSignIn({ ...keys, issuer }), 'ada')
    assert.deepEqual(await person(), {
      subject: `${issuer} ada`,
      verifiedEmail: 'Ada@Byron.example',
      unverifiedEmail: false,
      name: 'Ada Byron',
      photoUrl: undefined,
    })
    const again = requests.some(({ path }) => path === '/me')
    assert.equal(
      again,
      issuer === reserved.issuer,
      'userinfo is requested only if the ID token has no claims',
    )
  }
})

/** Fails if the setting also trusts an email that the provider declares unverified. */
test('an email is trusted if the provider calls it verified; the dangerous setting applies only if the provider does not say', async () => {
  for (const { issuer } of [reserved, withClaims])
    for (const trustsUnverifiedEmail of [false, true]) {
      const signIn = new OidcSignIn({ ...keys, issuer, trustsUnverifiedEmail })
      const told = async (name: string) => {
        const { verifiedEmail, unverifiedEmail } = await (await signInAs(signIn, name)).person()
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

test('canceling is reported as denied; a wrong state, nonce, verifier or secret as failed', async () => {
  const signIn = new OidcSignIn(keys)
  await assert.rejects((await signInAs(signIn, undefined)).person(), because('denied'))
  for (const half of ['state', 'nonce', 'codeVerifier'] as const) {
    const { back, flow } = await signInAs(signIn, 'ada')
    await assert.rejects(signIn.personFrom(back, { ...flow, [half]: newToken() }), because('failed'), half)
  }
  const stranger = new OidcSignIn({ ...keys, clientSecret: 'another secret' })
  await assert.rejects((await signInAs(stranger, 'ada')).person(), because('failed'))
  const { person } = await signInAs(signIn, 'ada')
  assert.ok(await person())
  await assert.rejects(person(), because('failed'), 'a code works only once')
})

test('the secret is sent in a header or in the body, as configured', async () => {
  for (const clientAuth of ['basic', 'post'] as const) {
    assert.ok(await (await signInAs(new OidcSignIn({ ...keys, clientAuth }), 'ada')).person())
    const told = reserved.requests.findLast(({ path }) => path === '/token')
    assert.equal(told?.authorization, clientAuth === 'basic')
  }
})
