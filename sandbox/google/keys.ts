import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign,
  type webcrypto,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Documents } from '../documents.ts'

export interface SigningKey {
  id: string
  privateKey: KeyObject
}

/** Created once and stored, so that older id_tokens stay valid after a restart. */
export async function signingKey(documents: Documents): Promise<SigningKey> {
  const kept = documents.get<webcrypto.JsonWebKey>('google.key', 'current')
  if (kept) return withKeyId(createPrivateKey({ key: kept, format: 'jwk' }))
  const made = await newKey()
  documents.put('google.key', 'current', made.privateKey.export({ format: 'jwk' }))
  return made
}

export async function newKey(): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return withKeyId(privateKey)
}

/** The key id is the thumbprint (RFC 7638), so it need not be stored. */
function withKeyId(privateKey: KeyObject): SigningKey {
  const { e, kty, n } = privateKey.export({ format: 'jwk' })
  const id = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
  return { id, privateKey }
}

export function publicKeySet({ id, privateKey }: SigningKey): { keys: Record<string, unknown>[] } {
  const key = createPublicKey(privateKey).export({ format: 'jwk' })
  return { keys: [{ ...key, kid: id, use: 'sig', alg: 'RS256' }] }
}

export function signedToken(claims: Record<string, unknown>, { id, privateKey }: SigningKey): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', kid: id, typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}
