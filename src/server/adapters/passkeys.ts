import type { NewPasskey, ShownPasskey } from '#contract/factors.ts'

/** Loaded with the first passkey, because it includes certificate parsers. */
const library = () => import('@simplewebauthn/server')

/** The site of a passkey: the address of the shop, and its host name, which identifies the site to devices. */
export interface PasskeyOrigin {
  origin: string
  rpId: string
}

/** The stored parts of a passkey, in base64url. */
interface StoredPasskey {
  credentialId: string
  publicKey: string
  counter: number
}

const timeout = 5 * 60_000

export const requestOptions = (rpId: string, challenge: string) => ({
  challenge,
  rpId,
  timeout,
  userVerification: 'required' as const,
})

interface CreationInput {
  shopName: string
  user: { id: string; email: string; name: string }
  /** The ids of the user's existing passkeys: a device with one of them creates no second. */
  known: readonly string[]
}

/** Ed25519, ES256 and RS256: the algorithms that devices support. */
const algorithms = [-8, -7, -257]

const type = 'public-key' as const

export const creationOptions = (
  rpId: string,
  challenge: string,
  { shopName, user, known }: CreationInput,
) => ({
  challenge,
  rp: { id: rpId, name: shopName },
  user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.name },
  pubKeyCredParams: algorithms.map(alg => ({ alg, type })),
  timeout,
  excludeCredentials: known.map(id => ({ id, type })),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
})

/** The challenge that a device claims to have signed; undefined if there is none. */
export function challengeOf({ clientDataJSON }: { clientDataJSON: string }): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** The parts of a new passkey to store, if the device has verified its owner; undefined if any check fails. */
export async function verifyNewPasskey(
  { id, clientDataJSON, attestationObject }: NewPasskey,
  expectedChallenge: string,
  { origin, rpId }: PasskeyOrigin,
): Promise<StoredPasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const response = { clientDataJSON, attestationObject }
  const verified = await verifyRegistrationResponse({
    response: { id, rawId: id, type, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { credential } = verified.registrationInfo
  const publicKey = Buffer.from(credential.publicKey).toString('base64url')
  return { credentialId: credential.id, publicKey, counter: credential.counter }
}

/** The device's signature counter, if this passkey signed and its owner was verified; otherwise undefined. */
export async function verifyPasskey(
  { id, clientDataJSON, authenticatorData, signature }: ShownPasskey,
  expectedChallenge: string,
  { origin, rpId }: PasskeyOrigin,
  { credentialId, publicKey, counter }: StoredPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const response = { clientDataJSON, authenticatorData, signature }
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter,
    },
    requireUserVerification: true,
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}
