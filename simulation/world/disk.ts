import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import sqlite from 'node:sqlite'
import type { Random } from '../interfaces.ts'
import { currentLife, type Life } from './clock.ts'
import { cutLog } from './cut-log.ts'

const Real = sqlite.DatabaseSync

/** What a shop does with its database. */
export interface DiskWatch {
  /** Before each statement, and after a commit that nobody knows of yet. May end the shop. */
  reached(what: 'statement' | 'commit' | 'committed'): void
  /** After a statement that wrote rows. */
  wrote(table: string): void
}

const watches = new Map<Life, DiskWatch>()
const connections = new Map<Life, Set<OwnedDatabase>>()

const writing = /^(?:insert into|update|delete from) "(\w+)"/

/** A connection that belongs to the part of the world that opened it. */
class OwnedDatabase extends Real {
  readonly #life = currentLife()

  constructor(...given: ConstructorParameters<typeof Real>) {
    super(...given)
    const life = this.#life
    if (!life) return
    const own = connections.get(life) ?? new Set()
    connections.set(life, own.add(this))
  }

  override exec(sql: string): void {
    const watch = this.#life && watches.get(this.#life)
    watch?.reached(sql === 'COMMIT' ? 'commit' : 'statement')
    super.exec(sql)
    if (sql === 'COMMIT') watch?.reached('committed')
  }

  override prepare(sql: string): sqlite.StatementSync {
    const statement = super.prepare(sql)
    const life = this.#life
    if (!life) return statement
    const table = writing.exec(sql)?.[1]
    const watched =
      <A extends unknown[], T>(run: (...values: A) => T) =>
      (...values: A): T => {
        const watch = watches.get(life)
        watch?.reached('statement')
        const result = run(...values)
        if (table && hasChanged(result)) watch?.wrote(table)
        return result
      }
    return Object.assign(statement, {
      run: watched(statement.run.bind(statement)),
      all: watched(statement.all.bind(statement)),
    })
  }
}

/** Whether a statement that writes has found something to write. */
const hasChanged = (result: unknown): boolean =>
  Array.isArray(result) ? result.length > 0 : Number(Object(result).changes) > 0

/** The shop gets this file instead of node:sqlite (install.ts). */
export { OwnedDatabase as DatabaseSync }
export const { backup, constants, StatementSync } = sqlite

export function watchDisk(life: Life, watch: DiskWatch): void {
  watches.set(life, watch)
}

/** What a power cut leaves of a database. */
interface Files {
  data: Buffer
  log: Buffer
}

const filesOf = (file: string): Files => ({
  data: readFileSync(file),
  log: existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : Buffer.alloc(0),
})

/** The database file of a shop, and what of it survives. */
export class Disk {
  readonly #file: string
  #atOpen: Files | undefined

  constructor(file: string) {
    this.#file = file
  }

  opened(): void {
    this.#atOpen = filesOf(this.#file)
  }

  /** The process is killed: the files stay as they are, and open transactions are never committed. */
  kill(life: Life): void {
    this.#cut(life, filesOf(this.#file))
  }

  /** The power fails between two statements: what was not synced is gone. */
  losePower(life: Life): void {
    const isSynced = [...(connections.get(life) ?? [])].every(isDurable)
    this.#cut(life, (isSynced ? undefined : this.#atOpen) ?? filesOf(this.#file))
  }

  /** The power fails during the next COMMIT of this part, whose frames reach the log up to some point. */
  losePowerInCommit(life: Life, random: Random): void {
    const before = filesOf(this.#file)
    for (const connection of connections.get(life) ?? [])
      if (connection.isOpen && connection.isTransaction) Real.prototype.exec.call(connection, 'COMMIT')
    const after = filesOf(this.#file)
    this.#cut(life, { data: before.data, log: cutLog(before.log, after.log, random) })
  }

  /** Closing a connection cleans the log up, so the files are put back as they were. */
  #cut(life: Life, files: Files): void {
    for (const connection of connections.get(life) ?? []) if (connection.isOpen) connection.close()
    connections.delete(life)
    watches.delete(life)
    writeFileSync(this.#file, files.data)
    writeFileSync(`${this.#file}-wal`, files.log)
    rmSync(`${this.#file}-shm`, { force: true })
  }

  /** At the end of a world. */
  release(life: Life): void {
    for (const connection of connections.get(life) ?? []) if (connection.isOpen) connection.close()
    connections.delete(life)
    watches.delete(life)
  }
}

const full = 2

/** Whether a commit is on the disk when it is answered. */
function isDurable(connection: OwnedDatabase): boolean {
  if (!connection.isOpen) return true
  const row = Real.prototype.prepare.call(connection, 'PRAGMA synchronous').get()
  return Number(row?.synchronous) >= full
}
