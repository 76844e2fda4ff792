import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const hash = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** The part of CBOR that authenticators use: numbers, texts, bytes and maps. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  if (size < 256) return Buffer.from([(kind << 5) | 24, size])
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}

export interface RequestedOptions {
  challenge: string
  rpId: string
}

/** What a broken or malicious device does wrong. */
export interface Defects {
  /** The origin of a page that is not the shop's. */
  origin?: string
  /** The device did not verify its user. */
  isUnverified?: boolean
  /** A signature counter that is not the next one, as a cloned device has. */
  count?: number
  /** Signs with another key. */
  isForged?: boolean
}

/** A WebAuthn authenticator with one passkey, without a browser. */
export class Authenticator {
  readonly id = randomBytes(16)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #counter = 0

  constructor(origin = 'http://localhost') {
    this.#origin = origin
  }

  register({ challenge, rpId }: RequestedOptions, defects: Defects = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const [first, second] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    const key = cbor(new Map<number, Cbor>([[1, 2], [3, -7], [-1, 1], [-2, first], [-3, second]])) // biome-ignore format: as RFC 9053 numbers them
    const size = Buffer.from([this.id.length >> 8, this.id.length & 255])
    const known = Buffer.concat([Buffer.alloc(16), size, this.id, key])
    const authData = Buffer.concat([this.#head(rpId, 0x40, defects), known])
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: this.#clientData('webauthn.create', challenge, defects).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
    }
  }

  authenticate({ challenge, rpId }: RequestedOptions, defects: Defects = {}) {
    this.#counter += 1
    const clientData = this.#clientData('webauthn.get', challenge, defects)
    const authData = this.#head(rpId, 0, defects)
    const { privateKey } = defects.isForged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : this.#keys
    const signature = sign('sha256', Buffer.concat([authData, hash(clientData)]), privateKey)
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    }
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Defects): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  /** The flags say that the user was present and, without a defect, verified. */
  #head(rpId: string, more: number, { isUnverified, count = this.#counter }: Defects): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([hash(rpId), Buffer.from([1 | (isUnverified ? 0 : 4) | more]), counter])
  }
}
