import { randomBytes } from 'node:crypto'
import type { Documents } from './documents.ts'

/** A person's consent, stored first under a code and then under an access token. */
export interface Grant {
  clientId: string
  redirectUri: string
  personId: string
  scope: string
  nonce?: string
  challenge?: string
}

interface StoredGrant extends Grant {
  key: string
  expiresAt: number
}

/** The codes and access tokens of one provider. */
export class Grants {
  readonly #documents: Documents
  readonly #provider: string

  constructor(documents: Documents, provider: string) {
    this.#documents = documents
    this.#provider = provider
  }

  issueCode(grant: Grant, seconds: number): string {
    return this.#keep('code', randomBytes(24).toString('base64url'), grant, seconds)
  }

  /** A code works once, even if the rest of the request is invalid. */
  takeCode(code: string): Grant | undefined {
    const grant = this.#find('code', code)
    this.#documents.remove(this.#kind('code'), code)
    return grant
  }

  issueToken(grant: Grant, prefix: string, seconds: number): string {
    return this.#keep('token', `${prefix}${randomBytes(24).toString('base64url')}`, grant, seconds)
  }

  findByToken(token: string | undefined): Grant | undefined {
    return token === undefined ? undefined : this.#find('token', token)
  }

  #kind(what: 'code' | 'token'): string {
    return `${this.#provider}.${what}`
  }

  #find(what: 'code' | 'token', key: string): Grant | undefined {
    const stored = this.#documents.get<StoredGrant>(this.#kind(what), key)
    return stored && stored.expiresAt > Date.now() ? stored : undefined
  }

  #keep(what: 'code' | 'token', key: string, grant: Grant, seconds: number): string {
    const kind = this.#kind(what)
    for (const old of this.#documents.list<StoredGrant>(kind)) {
      if (old.expiresAt <= Date.now()) this.#documents.remove(kind, old.key)
    }
    this.#documents.put(kind, key, {
      ...grant,
      key,
      expiresAt: Date.now() + seconds * 1000,
    } satisfies StoredGrant)
    return key
  }
}
