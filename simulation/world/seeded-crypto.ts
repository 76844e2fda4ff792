import crypto from 'node:crypto'
import type { Random } from '../interfaces.ts'
import { randomOf } from './random.ts'

let random: Random = randomOf('before the first world')

/** From now on everything random in this process comes from here. */
export function seedProcess(given: Random): void {
  random = given
}

function bytes(count: number): Buffer {
  const filled = Buffer.alloc(count)
  for (let i = 0; i < count; i += 4) {
    const number = Math.floor(random.next() * 4_294_967_296)
    for (let k = 0; k < 4 && i + k < count; k++) filled[i + k] = number >>> (8 * k)
  }
  return filled
}

function fill<T extends NodeJS.ArrayBufferView>(view: T): T {
  bytes(view.byteLength).copy(Buffer.from(view.buffer, view.byteOffset, view.byteLength))
  return view
}

type Done<T> = (error: Error | null, value: T) => void

/** The same function with a callback that comes in a microtask, as nothing here waits for another thread. */
const later = <T>(value: T, done: Done<T>): void => queueMicrotask(() => done(null, value))

function uuid(): string {
  const all = bytes(16)
  all.writeUInt8((all.readUInt8(6) & 0x0f) | 0x40, 6)
  all.writeUInt8((all.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = all.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Replaces the random functions of this process, and computes in this thread what Node computes in others. */
export function installSeededCrypto(): void {
  const { argon2Sync } = crypto
  Object.assign(crypto, {
    randomBytes: (count: number, done?: Done<Buffer>) => (done ? later(bytes(count), done) : bytes(count)),
    randomInt: (...given: number[]) => {
      const [least, most] = given.length > 1 ? given : [0, given[0]]
      return random.whole(least ?? 0, (most ?? 1) - 1)
    },
    randomUUID: uuid,
    randomFillSync: fill,
    randomFill: (view: NodeJS.ArrayBufferView, done: Done<NodeJS.ArrayBufferView>) => later(fill(view), done),
    argon2: (name: 'argon2id', wanted: crypto.Argon2Parameters, done: Done<Buffer>) =>
      later(argon2Sync(name, wanted), done),
  })
  Object.assign(globalThis.crypto, { getRandomValues: fill, randomUUID: uuid })
  Object.assign(globalThis.crypto.subtle, {
    digest: async (name: string | { name: string }, data: NodeJS.ArrayBufferView) => {
      const algorithm = (typeof name === 'string' ? name : name.name).replace('-', '').toLowerCase()
      return new Uint8Array(crypto.createHash(algorithm).update(data).digest()).buffer
    },
  })
  Math.random = () => random.next()
}
