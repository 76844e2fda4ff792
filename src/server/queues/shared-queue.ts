import { Refusal } from '#domain/refusal.ts'

/** Who the work is for. */
export interface Requester {
  address: string
  /** The multiplier of this IP address's limits. */
  readonly times: number
  account?: string | undefined
  isAdmin?: boolean | undefined
}

/** The shop's own work: jobs, commands and startup. */
export const shopRequester: Requester = { address: 'the shop', times: Number.POSITIVE_INFINITY }

export interface QueueLimits {
  /** How many run simultaneously. */
  atOnce: number
  /** How many wait; twice as many for IP addresses without other work here. */
  waiting: number
  /** How many of one IP address or account run or wait. Admins are exempt from both. */
  perAddress: number
  perAccount?: number
  /** How many of `atOnce` are reserved for admins. */
  forAdmins?: number
  /** The message when the queue is full. */
  message: string
  retryAfter: number
}

interface Waiting {
  requester: Requester
  begin: () => void
}

/**
 * A queue for a capacity that all visitors share. Some work runs, some waits, the rest is refused. IP addresses take turns:
 * however much one of them has waiting, another waits only for the running work and for one of each address before it.
 */
export class SharedQueue {
  readonly #limits: QueueLimits
  /** By IP address; the first one is next. */
  readonly #lines = new Map<string, Waiting[]>()
  readonly #ofAddress = new Map<string, number>()
  readonly #ofAccount = new Map<string, number>()
  #running = 0
  #waiting = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Waits for a turn, or refuses immediately. */
  async run<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    this.#admit(requester, this.#waiting < this.#limits.waiting || this.#isAlone(requester))
    if (this.#hasPlace(requester)) this.#running++
    else await this.#wait(requester)
    try {
      return await work()
    } finally {
      this.#end(requester)
    }
  }

  /** Refuses now if `run` would refuse, before any other work is done. */
  check(requester: Requester): void {
    this.#admit(requester, this.#waiting < this.#limits.waiting || this.#isAlone(requester))
    this.#count(requester, -1)
  }

  /** Takes a slot without waiting. Call the returned function once to release it. */
  enter(requester: Requester): () => void {
    this.#admit(requester, false)
    this.#running++
    return () => this.#end(requester)
  }

  #admit(requester: Requester, mayWait: boolean): void {
    const { address, account, isAdmin } = requester
    const { perAddress, perAccount = Number.POSITIVE_INFINITY } = this.#limits
    const own = this.#ofAddress.get(address) ?? 0
    const isMany = !isAdmin && own >= perAddress && own >= perAddress * requester.times
    const isBusy = !isAdmin && account !== undefined && (this.#ofAccount.get(account) ?? 0) >= perAccount
    if (isMany || isBusy || !(mayWait || this.#hasPlace(requester))) throw this.#full()
    this.#count(requester, 1)
  }

  #isAlone({ address }: Requester): boolean {
    return !this.#ofAddress.has(address) && this.#waiting < 2 * this.#limits.waiting
  }

  #hasPlace({ isAdmin }: Requester): boolean {
    const { atOnce, forAdmins = 0 } = this.#limits
    return this.#running < (isAdmin ? atOnce : atOnce - forAdmins)
  }

  #wait(requester: Requester): Promise<void> {
    this.#waiting++
    const line = this.#lines.get(requester.address) ?? []
    this.#lines.set(requester.address, line)
    return new Promise(begin => line.push({ requester, begin }))
  }

  #end(requester: Requester): void {
    this.#count(requester, -1)
    this.#running--
    if (this.#waiting === 0) return
    for (const [address, line] of this.#lines) {
      const [next] = line
      if (!next || !this.#hasPlace(next.requester)) continue
      line.shift()
      this.#lines.delete(address)
      if (line.length > 0) this.#lines.set(address, line)
      this.#waiting--
      this.#running++
      next.begin()
      return
    }
  }

  #count({ address, account }: Requester, difference: 1 | -1): void {
    add(this.#ofAddress, address, difference)
    if (account !== undefined) add(this.#ofAccount, account, difference)
  }

  #full(): Refusal {
    const { message, retryAfter } = this.#limits
    return new Refusal('overloaded', message, { retryAfter })
  }
}

function add(counts: Map<string, number>, name: string, difference: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + difference
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}
