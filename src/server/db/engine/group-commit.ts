import type { DatabaseSync } from 'node:sqlite'
import type { ChangeLog } from './change-log.ts'

const maxGroup = 128
/** How long a group gathers at most. */
const gatherMs = 20

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
  readonly #changes: ChangeLog
  /** Those who wait for their turn, and those who have had it and wait for the commit. */
  #queue: Waiting[] = []
  #members: Waiting[] = []
  /** From the first who comes until the commit. */
  #isBusy = false

  constructor(connection: DatabaseSync, changes: ChangeLog) {
    this.#connection = connection
    this.#changes = changes
  }

  /** Not when SQLite has undone the whole group: on a full or failing disk, or when the file is closed. */
  get isUnderWay(): boolean {
    return this.#connection.isOpen && this.#connection.isTransaction
  }

  /** Resolves when it is one's turn, with a savepoint of one's own. */
  begin(): Promise<void> {
    const turn = new Promise<void>((resolve, reject) => this.#queue.push({ resolve, reject }))
    if (!this.#isBusy) this.#gather()
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
      this.#undoAll(new GroupLost())
    }
    this.#next()
  }

  /**
   * Begins after the first turn of the event loop that brings no new transaction. Under load one fsync then serves
   * everyone whose request has arrived; alone, a transaction waits some microseconds longer.
   */
  #gather(since = performance.now()): void {
    this.#isBusy = true
    const before = this.#queue.length
    setImmediate(() => {
      const isEnough = this.#queue.length >= maxGroup || performance.now() - since > gatherMs
      if (this.#queue.length > before && !isEnough) this.#gather(since)
      else this.#start()
    })
  }

  #start(): void {
    try {
      this.#connection.exec('BEGIN IMMEDIATE')
      this.#changes.begin()
    } catch (error) {
      this.#isBusy = false
      if (this.isUnderWay) this.#connection.exec('ROLLBACK')
      for (const one of this.#queue.splice(0)) one.reject(error)
      return
    }
    this.#next()
  }

  #next(): void {
    const hasRoom = this.isUnderWay && this.#members.length < maxGroup
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
    if (this.isUnderWay) this.#commit()
    else this.#changes.abandon()
    this.#isBusy = false
    if (this.#queue.length > 0) this.#gather()
  }

  #commit(): void {
    try {
      this.#changes.write()
      this.#connection.exec('COMMIT')
      this.#changes.committed()
      this.stats.commits += this.#members.length > 0 ? 1 : 0
      this.stats.transactions += this.#members.length
      this.#answer()
    } catch (error) {
      this.#undoAll(error)
    }
  }

  /** Nothing of the group may be committed any more. Where not even that is possible, closing the file undoes it. */
  #undoAll(reason: unknown): void {
    this.#changes.abandon()
    try {
      if (this.isUnderWay) this.#connection.exec('ROLLBACK')
    } catch {
      this.#connection.close()
    }
    this.#answer(reason)
  }

  #answer(error?: unknown): void {
    for (const member of this.#members.splice(0)) {
      if (error === undefined) member.resolve()
      else member.reject(error)
    }
  }
}

/** Carries SQLite's code for an i/o error, so that it is told as an outage. */
export class GroupLost extends Error {
  readonly errcode = 10

  constructor() {
    super('The transaction was undone together with its group')
  }
}
