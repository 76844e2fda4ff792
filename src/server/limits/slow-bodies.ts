import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

const checkEveryMs = 1000

/**
 * Disconnects clients that send a body too slowly: a byte now and then could hold an upload slot for a minute. Uses the
 * process clock, so that moving the shop's clock in tests disconnects nobody.
 */
export class SlowBodies {
  readonly #limits: Pick<Limits, 'graceMs' | 'leastBytesPerSecond'>
  readonly #arriving = new Map<Socket, { startedAt: number; bytesBefore: number; mostMs: number }>()
  #timer: NodeJS.Timeout | undefined

  constructor(limits: Pick<Limits, 'graceMs' | 'leastBytesPerSecond'>) {
    this.#limits = limits
  }

  /** `mostMs` is how long the body may take in all. */
  add(socket: Socket, mostMs: number): void {
    this.#arriving.set(socket, { startedAt: performance.now(), bytesBefore: socket.bytesRead, mostMs })
    const every = Math.min(checkEveryMs, this.#limits.graceMs)
    this.#timer ??= setInterval(() => this.#cutSlow(), every).unref()
  }

  remove(socket: Socket): void {
    this.#arriving.delete(socket)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #cutSlow(): void {
    if (this.#arriving.size === 0) this.stop()
    const { graceMs, leastBytesPerSecond } = this.#limits
    for (const [socket, { startedAt, bytesBefore, mostMs }] of this.#arriving) {
      const tookMs = performance.now() - startedAt
      const isSlow = (socket.bytesRead - bytesBefore) * 1000 < leastBytesPerSecond * tookMs
      if (tookMs > mostMs || (tookMs > graceMs && isSlow)) socket.destroy()
    }
  }
}
