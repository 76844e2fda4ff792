import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readConfig, warningsOf } from '../config.ts'

const login = {
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'shop',
  OIDC_CLIENT_SECRET: 'hidden-secret',
  OIDC_NAME: 'Example Login',
}
const firebase = { IDENTITY: 'firebase', FIREBASE_API_KEY: 'hidden-secret' }

test('an OpenID Connect provider needs its four settings, Firebase its key', () => {
  assert.equal(readConfig({}).oidc, undefined)
  assert.equal(readConfig(login).oidc?.clientAuth, 'basic')
  for (const name of Object.keys(login))
    assert.throws(() => readConfig({ ...login, [name]: '' }), new RegExp(`${name} must be set too`))
  assert.throws(() => readConfig({ IDENTITY: 'firebase' }), /so FIREBASE_API_KEY must be set/)
  assert.throws(() => readConfig({ IDENTITY: 'elsewhere' }), /must be 'own' or 'firebase'/)
})

test('the shop stores passwords itself by default; a key alone does not change that', () => {
  assert.equal(readConfig({ FIREBASE_API_KEY: 'k' }).firebase, undefined)
  const { firebase: found } = readConfig({ ...firebase, FIREBASE_AUTH_URL: 'https://firebase.example/' })
  assert.deepEqual(found, { apiKey: 'hidden-secret', authUrl: 'https://firebase.example' })
  assert.equal(readConfig(firebase).firebase?.authUrl, 'https://identitytoolkit.googleapis.com')
})

test('a live shop calls both over TLS, and never on its own machine', () => {
  for (const settings of [
    { ...login, OIDC_ISSUER: 'http://login.example' },
    { ...firebase, FIREBASE_AUTH_URL: 'http://firebase.example' },
  ]) {
    assert.throws(() => readConfig({ SHOP_MODE: 'live', ...settings }), /must begin with https/)
    assert.equal(readConfig(settings).mode, 'demo')
  }
  const emulator = { ...firebase, FIREBASE_AUTH_URL: 'http://127.0.0.1:9099/identitytoolkit.googleapis.com' }
  assert.throws(() => readConfig({ SHOP_MODE: 'live', ...emulator }), /a sandbox, but SHOP_MODE is 'live'/)
})

test('a bad key is not shown', () => {
  for (const name of ['OIDC_CLIENT_SECRET', 'FIREBASE_API_KEY'])
    assert.throws(
      () => readConfig({ [name]: 'hidden secret' }),
      ({ message }: Error) => message.includes(name) && !message.includes('hidden'),
    )
})

/** Fails if the start does not warn of the danger. */
test('trusting unverified emails is off by default, and causes a warning', () => {
  const careful = readConfig({ SHOP_MODE: 'live', ...login })
  assert.deepEqual([careful.oidc?.trustsUnverifiedEmail, warningsOf(careful)], [false, []])
  const trusting = readConfig({ SHOP_MODE: 'live', ...login, OIDC_TRUST_UNVERIFIED_EMAIL: 'yes' })
  assert.match(warningsOf(trusting).join(), /at Example Login can sign in here as anyone, admins included/)
})
