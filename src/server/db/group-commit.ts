import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { isTaken } from './faults.ts'

const maxGroup = 128
/** How long a group waits for the other processes on the same file, and how long it leaves to them. */
const patienceMs = 5000
const courtesyMs = 2

interface Waiting {
  resolve(): void
  reject(error: unknown): void
}

/**
 * Lets concurrent transactions share one COMMIT, and so one fsync. They are gathered first and then run one after the
 * other, each in its own savepoint inside one SQLite transaction; one that fails rolls back alone; all are answered
 * only after the commit that holds their work.
 */
export class GroupCommit {
  readonly stats = { transactions: 0, commits: 0 }
  readonly #connection: DatabaseSync
  readonly #enter: StatementSync
  readonly #leave: StatementSync
  readonly #shared: boolean
  /** Those who wait for their turn, and those who have had it and wait for the commit. */
  #queue: Waiting[] = []
  #members: Waiting[] = []
  #joined = 0
  /** From the first who comes until the commit. */
  #isBusy = false
  #notBefore = 0

  /** `shared`: other processes write to the same file. */
  constructor(connection: DatabaseSync, shared = false) {
    this.#connection = connection
    this.#enter = connection.prepare('SAVEPOINT member')
    this.#leave = connection.prepare('RELEASE member')
    this.#shared = shared
  }

  /** Resolves when it is one's turn, with a savepoint of one's own. */
  begin(): Promise<void> {
    this.#joined++
    const turn = new Promise<void>((resolve, reject) => this.#queue.push({ resolve, reject }))
    if (!this.#isBusy) this.#gather()
    return turn
  }

  /** Resolves when the group is on disk. */
  async commit(): Promise<void> {
    try {
      this.#leave.run()
    } catch (error) {
      // The disk was full or failed, and whoever was at work has overlooked it.
      this.rollback()
      throw error
    }
    const durable = new Promise<void>((resolve, reject) => this.#members.push({ resolve, reject }))
    this.#next()
    return durable
  }

  rollback(): void {
    try {
      if (this.#connection.isTransaction) {
        this.#connection.exec('ROLLBACK TO member')
        this.#leave.run()
      } else {
        // A full or failing disk makes SQLite undo the whole transaction: the others' work is gone as well.
        this.#answer(new GroupLost())
      }
    } finally {
      this.#next()
    }
  }

  /**
   * Begins after the first turn of the event loop that brings no new transaction. Under load one fsync then serves
   * everyone whose request has arrived; alone, a transaction waits some microseconds longer.
   */
  #gather(): void {
    this.#isBusy = true
    const before = this.#joined
    setImmediate(() => {
      if (this.#joined !== before && this.#queue.length < maxGroup) this.#gather()
      else void this.#start()
    })
  }

  async #start(): Promise<void> {
    try {
      await this.#open()
    } catch (error) {
      this.#isBusy = false
      for (const one of this.#queue.splice(0)) one.reject(error)
      return
    }
    this.#next()
  }

  /**
   * Another process may be writing. Its groups are short, and waiting for them must not keep this one from
   * answering, so nobody blocks; and whoever has just written lets the others go first.
   */
  async #open(): Promise<void> {
    const end = performance.now() + patienceMs
    for (;;) {
      const early = this.#notBefore - performance.now()
      if (early > 0) await delay(early)
      try {
        return this.#connection.exec('BEGIN IMMEDIATE')
      } catch (error) {
        if (!this.#shared || !isTaken(error) || performance.now() > end) throw error
        await delay(1)
      }
    }
  }

  #next(): void {
    const isOpen = this.#connection.isTransaction && this.#members.length < maxGroup
    const next = isOpen ? this.#queue.shift() : undefined
    if (next) this.#admit(next)
    else this.#finish()
  }

  #admit(next: Waiting): void {
    try {
      this.#enter.run()
      next.resolve()
    } catch (error) {
      next.reject(error)
      this.#next()
    }
  }

  #finish(): void {
    if (this.#connection.isTransaction) this.#commit()
    this.#isBusy = false
    if (this.#queue.length > 0) this.#gather()
  }

  #commit(): void {
    try {
      this.#connection.exec('COMMIT')
      if (this.#shared) this.#notBefore = performance.now() + courtesyMs
      this.stats.commits += this.#members.length > 0 ? 1 : 0
      this.stats.transactions += this.#members.length
      this.#answer()
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
      this.#answer(error)
    }
  }

  #answer(error?: unknown): void {
    for (const member of this.#members.splice(0)) {
      if (error === undefined) member.resolve()
      else member.reject(error)
    }
  }
}

/** Carries SQLite's code for an i/o error, so that it is told as an outage. */
class GroupLost extends Error {
  readonly errcode = 10

  constructor() {
    super('The transaction was undone together with its group')
  }
}
