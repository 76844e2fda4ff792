import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../http/address.ts'
import { trustIn } from '../http/trusted.ts'

/**
 * The open items of each IP address, longest idle first. An address with more than `most` loses its longest idle item, so
 * that nobody is affected by another address.
 */
export class PerAddress<T> {
  readonly #open = new Map<string, Set<T>>()
  readonly #most: number
  readonly #close: (longestIdle: T) => void

  constructor(most: number, close: (longestIdle: T) => void) {
    this.#most = most
    this.#close = close
  }

  /** Adds an item, or marks it as active again. */
  add(address: string, one: T): void {
    const open = this.#open.get(address) ?? new Set()
    this.#open.set(address, open)
    open.delete(one)
    open.add(one)
    const [longestIdle] = open
    if (open.size <= this.#most || longestIdle === undefined) return
    this.remove(address, longestIdle)
    this.#close(longestIdle)
  }

  remove(address: string, one: T): void {
    const open = this.#open.get(address)
    open?.delete(one)
    if (open?.size === 0) this.#open.delete(address)
  }
}

/** Limits the connections per IP address. A trusted proxy connects for everyone and has no limit. */
export class Connections {
  readonly #open: PerAddress<Socket>
  readonly #isTrusted: (remoteAddress: string | undefined) => boolean
  readonly #addresses = new WeakMap<Socket, string>()

  constructor(most: number, trustedProxies: readonly string[]) {
    this.#open = new PerAddress(most, socket => socket.destroy())
    this.#isTrusted = trustIn(trustedProxies)
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      const { remoteAddress = '' } = socket
      if (this.#isTrusted(remoteAddress)) return
      const address = networkOf(remoteAddress)
      this.#addresses.set(socket, address)
      this.#open.add(address, socket)
      socket.once('close', () => this.#open.remove(address, socket))
    })
    server.on('request', ({ socket }: IncomingMessage) => {
      const address = this.#addresses.get(socket)
      if (address !== undefined) this.#open.add(address, socket)
    })
  }
}
