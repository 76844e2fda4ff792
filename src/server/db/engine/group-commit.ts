import type { DatabaseSync } from 'node:sqlite'
import type { ChangeLog } from './change-log.ts'

const maxGroup = 128
/** The longest time to collect a group. */
const collectMs = 20

interface Waiting {
  resolve(): void
  reject(error: unknown): void
}

/**
 * Lets concurrent transactions share one COMMIT, and so one fsync. They are collected and then run one after the other,
 * each in its own savepoint inside one SQLite transaction. One that fails rolls back alone. All resolve after the commit.
 */
export class GroupCommit {
  readonly stats = { transactions: 0, commits: 0 }
  readonly #connection: DatabaseSync
  readonly #changes: ChangeLog
  /** Transactions that wait to run, and those that have run and wait for the commit. */
  #queue: Waiting[] = []
  #members: Waiting[] = []
  /** From the first transaction until the commit. */
  #isBusy = false

  constructor(connection: DatabaseSync, changes: ChangeLog) {
    this.#connection = connection
    this.#changes = changes
  }

  /** False when SQLite has rolled back the whole group: on a full or failing disk, or when the file is closed. */
  get isOpen(): boolean {
    return this.#connection.isOpen && this.#connection.isTransaction
  }

  /** Resolves when the transaction may run, in its own savepoint. */
  begin(): Promise<void> {
    const turn = new Promise<void>((resolve, reject) => this.#queue.push({ resolve, reject }))
    if (!this.#isBusy) this.#collect()
    return turn
  }

  /** Resolves when the group is on disk. */
  commit(): Promise<void> {
    try {
      this.#connection.exec('RELEASE member')
    } catch {
      this.rollback()
      return Promise.reject(new GroupLost())
    }
    const durable = new Promise<void>((resolve, reject) => this.#members.push({ resolve, reject }))
    this.#next()
    return durable
  }

  rollback(): void {
    try {
      this.#connection.exec('ROLLBACK TO member')
      this.#connection.exec('RELEASE member')
    } catch {
      this.#rollbackAll(new GroupLost())
    }
    this.#next()
  }

  /** Starts after the first turn of the event loop without a new transaction: under load one fsync serves many. */
  #collect(since = performance.now()): void {
    this.#isBusy = true
    const before = this.#queue.length
    setImmediate(() => {
      const isEnough = this.#queue.length >= maxGroup || performance.now() - since > collectMs
      if (this.#queue.length > before && !isEnough) this.#collect(since)
      else this.#start()
    })
  }

  #start(): void {
    try {
      this.#connection.exec('BEGIN IMMEDIATE')
      this.#changes.begin()
    } catch (error) {
      this.#isBusy = false
      if (this.isOpen) this.#connection.exec('ROLLBACK')
      for (const one of this.#queue.splice(0)) one.reject(error)
      return
    }
    this.#next()
  }

  #next(): void {
    const hasRoom = this.isOpen && this.#members.length < maxGroup
    const next = hasRoom ? this.#queue.shift() : undefined
    if (next) this.#admit(next)
    else this.#finish()
  }

  #admit(next: Waiting): void {
    try {
      this.#connection.exec('SAVEPOINT member')
      next.resolve()
    } catch (error) {
      next.reject(error)
      this.#next()
    }
  }

  #finish(): void {
    if (this.isOpen) this.#commit()
    else this.#changes.abandon()
    this.#isBusy = false
    if (this.#queue.length > 0) this.#collect()
  }

  #commit(): void {
    try {
      this.#changes.write()
      this.#connection.exec('COMMIT')
      this.#changes.committed()
      this.stats.commits += this.#members.length > 0 ? 1 : 0
      this.stats.transactions += this.#members.length
      this.#settle()
    } catch (error) {
      this.#rollbackAll(error)
    }
  }

  /** Rolls back the group; if that fails, closes the file, which has the same effect. */
  #rollbackAll(reason: unknown): void {
    this.#changes.abandon()
    try {
      if (this.isOpen) this.#connection.exec('ROLLBACK')
    } catch {
      this.#connection.close()
    }
    this.#settle(reason)
  }

  #settle(error?: unknown): void {
    for (const member of this.#members.splice(0)) {
      if (error === undefined) member.resolve()
      else member.reject(error)
    }
  }
}

/** Has SQLite's code for an i/o error, so that it counts as an outage. */
export class GroupLost extends Error {
  readonly errcode = 10

  constructor() {
    super('The transaction was rolled back together with its group')
  }
}
