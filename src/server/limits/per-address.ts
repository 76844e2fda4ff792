import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../http/address.ts'
import { trustIn } from '../http/trusted.ts'

/**
 * What each address has with the shop at once, in the order of its last sign of life. One address may have many; of
 * more than that, whatever has been waiting longest is cut. So nobody is shut out: those who are many push out
 * themselves.
 */
export class Crowd<T> {
  readonly #of = new Map<string, Set<T>>()
  readonly #most: number
  readonly #cut: (longest: T) => void

  constructor(most: number, cut: (longest: T) => void) {
    this.#most = most
    this.#cut = cut
  }

  /** Also a new sign of life of one that is there. */
  enter(address: string, one: T): void {
    const all = this.#of.get(address) ?? new Set()
    this.#of.set(address, all)
    all.delete(one)
    all.add(one)
    const [longest] = all
    if (all.size <= this.#most || longest === undefined) return
    this.leave(address, longest)
    this.#cut(longest)
  }

  leave(address: string, one: T): void {
    const all = this.#of.get(address)
    all?.delete(one)
    if (all?.size === 0) this.#of.delete(address)
  }
}

/** Bounds the connections of each address. A trusted proxy connects for everybody, and is not bound. */
export class Connections {
  readonly #crowd: Crowd<Socket>
  readonly #isTrusted: (remoteAddress: string | undefined) => boolean
  readonly #addresses = new WeakMap<Socket, string>()

  constructor(most: number, trustedProxies: readonly string[]) {
    this.#crowd = new Crowd(most, socket => socket.destroy())
    this.#isTrusted = trustIn(trustedProxies)
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#meet(socket))
    server.on('request', ({ socket }: IncomingMessage) => {
      const address = this.#addresses.get(socket)
      if (address !== undefined) this.#crowd.enter(address, socket)
    })
  }

  #meet(socket: Socket): void {
    const { remoteAddress = '' } = socket
    if (this.#isTrusted(remoteAddress)) return
    const address = networkOf(remoteAddress)
    this.#addresses.set(socket, address)
    this.#crowd.enter(address, socket)
    socket.once('close', () => this.#crowd.leave(address, socket))
  }
}
