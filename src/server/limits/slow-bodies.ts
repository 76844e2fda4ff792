import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

interface Arrival {
  startedAt: number
  bytesBefore: number
}

const lookEveryMs = 1000

/**
 * Cuts bodies that come in drops: whoever sends a byte now and then would keep a place for a minute that others wait for.
 * The clock is the process's own: a shop whose clock is moved cuts nobody.
 */
export class Arrivals {
  readonly #limits: Pick<Limits, 'graceMs' | 'leastBytesPerSecond'>
  readonly #arriving = new Map<Socket, Arrival>()
  #timer: NodeJS.Timeout | undefined

  constructor(limits: Pick<Limits, 'graceMs' | 'leastBytesPerSecond'>) {
    this.#limits = limits
  }

  enter(socket: Socket): void {
    this.#arriving.set(socket, { startedAt: performance.now(), bytesBefore: socket.bytesRead })
    const every = Math.min(lookEveryMs, this.#limits.graceMs)
    this.#timer ??= setInterval(() => this.#look(), every).unref()
  }

  leave(socket: Socket): void {
    this.#arriving.delete(socket)
    if (this.#arriving.size === 0) this.stop()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    const { graceMs, leastBytesPerSecond } = this.#limits
    for (const [socket, { startedAt, bytesBefore }] of this.#arriving) {
      const tookMs = performance.now() - startedAt
      const isSlow = (socket.bytesRead - bytesBefore) * 1000 < leastBytesPerSecond * tookMs
      if (tookMs > graceMs && isSlow) socket.destroy()
    }
  }
}
