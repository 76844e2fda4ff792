import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { isTaken } from './faults.ts'

const maxGroup = 128
/** How long a group waits for the other processes on the same file, and how long it leaves to them. */
const patienceMs = 5000
const courtesyMs = 2

interface Member {
  resolve(): void
  reject(error: unknown): void
}

/**
 * Lets concurrent transactions share one COMMIT, and so one fsync. They run one after the other, each in its
 * own savepoint inside one SQLite transaction; one that fails rolls back alone; all are answered only after
 * the commit that holds their work.
 */
export class GroupCommit {
  readonly stats = { transactions: 0, commits: 0 }
  readonly #connection: DatabaseSync
  readonly #enter: StatementSync
  readonly #leave: StatementSync
  readonly #shared: boolean
  readonly #waiting: (() => void)[] = []
  #members: Member[] = []
  #running = false
  #joined = 0
  #commitPlanned = false
  #commitDue = false
  #notBefore = 0

  /** `shared`: other processes write to the same file. */
  constructor(connection: DatabaseSync, shared = false) {
    this.#connection = connection
    this.#enter = connection.prepare('SAVEPOINT member')
    this.#leave = connection.prepare('RELEASE member')
    this.#shared = shared
  }

  /** Waits for its turn, then opens a savepoint in the group (and the group, when there is none). */
  async begin(): Promise<void> {
    if (this.#running) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#running = true
    this.#joined++
    try {
      if (!this.#connection.isTransaction) await this.#open()
      this.#enter.run()
    } catch (error) {
      this.#passOn()
      throw error
    }
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

  /** Resolves when the group is on disk. */
  commit(): Promise<void> {
    this.#leave.run()
    const durable = new Promise<void>((resolve, reject) => this.#members.push({ resolve, reject }))
    this.#passOn()
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
      this.#passOn()
    }
  }

  /** Commits what is waiting, for instance before the file is closed. */
  flush(): void {
    if (this.#running || !this.#connection.isOpen || !this.#connection.isTransaction) return
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

  #passOn(): void {
    this.#running = false
    if (this.#commitDue || this.#members.length >= maxGroup) {
      this.#commitDue = false
      this.flush()
    }
    const next = this.#waiting.shift()
    if (next) {
      this.#running = true
      next()
    }
    if (!this.#commitPlanned) {
      this.#commitPlanned = true
      this.#planCommit()
    }
  }

  /**
   * Commits after the first turn of the event loop that brings no new transaction. Under load one fsync then
   * serves everyone whose request has arrived; alone, a transaction waits some microseconds longer.
   */
  #planCommit(): void {
    const before = this.#joined
    setImmediate(() => {
      if (this.#joined !== before && this.#members.length < maxGroup) return this.#planCommit()
      this.#commitPlanned = false
      if (this.#running) this.#commitDue = true
      else this.flush()
    })
  }

  #answer(error?: unknown): void {
    const members = this.#members
    this.#members = []
    for (const member of members) {
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
