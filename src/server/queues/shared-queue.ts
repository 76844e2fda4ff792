import { Refusal } from '#domain/refusal.ts'

/** Whose work it is. */
export interface Asker {
  address: string
  /** How many times as much as usual this address may have. */
  readonly times: number
  account?: string | undefined
  isAdmin?: boolean | undefined
}

/** The shop's own work: jobs, commands and what is done at the start. */
export const theShopItself: Asker = { address: 'the shop', times: Number.POSITIVE_INFINITY }

export interface QueueLimits {
  /** So many are worked on at once. */
  atOnce: number
  /** So many wait; twice as many where nobody else of the same address is there. */
  waiting: number
  /** So many of one address are there, worked on or waiting; of an account, too. Neither holds for admins. */
  perAddress: number
  perAccount?: number
  /** So many of `atOnce` are for admins alone. */
  forAdmins?: number
  /** What those are told for whom there is no place. */
  words: string
  retryAfter: number
}

interface Waiting {
  asker: Asker
  begin: () => void
}

/**
 * For work of which all visitors share one capacity. A few are worked on at once, some wait, the rest are told to come
 * back. Addresses take turns: however many one of them has waiting, another waits for what is being worked on and for
 * one of each address before it.
 */
export class SharedQueue {
  readonly #limits: QueueLimits
  /** By address; the first one's turn is next. */
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

  /** Waits for a turn, or refuses at once. */
  async run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    this.#admit(asker, this.#waiting < this.#limits.waiting || this.#isAlone(asker))
    if (this.#hasPlace(asker)) this.#running++
    else await this.#wait(asker)
    try {
      return await work()
    } finally {
      this.#end(asker)
    }
  }

  /** Refuses whoever would be refused now, before anything is done for them. */
  check(asker: Asker): void {
    this.#admit(asker, this.#waiting < this.#limits.waiting || this.#isAlone(asker))
    this.#count(asker, -1)
  }

  /** A place without waiting, until what is returned is called, once. */
  enter(asker: Asker): () => void {
    this.#admit(asker, false)
    this.#running++
    return () => this.#end(asker)
  }

  #admit(asker: Asker, mayWait: boolean): void {
    const { address, account, isAdmin } = asker
    const { perAddress, perAccount = Number.POSITIVE_INFINITY } = this.#limits
    const own = this.#ofAddress.get(address) ?? 0
    const isMany = !isAdmin && own >= perAddress && own >= perAddress * asker.times
    const isBusy = !isAdmin && account !== undefined && (this.#ofAccount.get(account) ?? 0) >= perAccount
    if (isMany || isBusy || !(mayWait || this.#hasPlace(asker))) throw this.#full()
    this.#count(asker, 1)
  }

  #isAlone({ address }: Asker): boolean {
    return !this.#ofAddress.has(address) && this.#waiting < 2 * this.#limits.waiting
  }

  #hasPlace({ isAdmin }: Asker): boolean {
    const { atOnce, forAdmins = 0 } = this.#limits
    return this.#running < (isAdmin ? atOnce : atOnce - forAdmins)
  }

  #wait(asker: Asker): Promise<void> {
    this.#waiting++
    const line = this.#lines.get(asker.address) ?? []
    this.#lines.set(asker.address, line)
    return new Promise(begin => line.push({ asker, begin }))
  }

  #end(asker: Asker): void {
    this.#count(asker, -1)
    this.#running--
    for (const [address, line] of this.#lines) {
      const [next] = line
      if (!next || !this.#hasPlace(next.asker)) continue
      line.shift()
      this.#lines.delete(address)
      if (line.length > 0) this.#lines.set(address, line)
      this.#waiting--
      this.#running++
      next.begin()
      return
    }
  }

  #count({ address, account }: Asker, difference: 1 | -1): void {
    add(this.#ofAddress, address, difference)
    if (account !== undefined) add(this.#ofAccount, account, difference)
  }

  #full(): Refusal {
    const { words, retryAfter } = this.#limits
    return new Refusal('overloaded', words, { retryAfter })
  }
}

function add(counts: Map<string, number>, name: string, difference: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + difference
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}
