import { closeSync, openSync, readSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  frameHeaderBytes,
  type Sum,
  sumAfter,
  type WalHeader,
  walHeaderBytes,
  walHeaderOf,
} from './wal-frames.ts'

/** The log went on without us: what was committed in between may have been overwritten. */
export class LogLost extends Error {}

/** The pages that all commits since the last time have left, and how long the file then is. */
export interface Taken {
  pages: ReadonlyMap<number, Buffer>
  pageBytes: number
  /** In pages; 0 when nothing was committed. */
  fileLength: number
}

const nothing: Taken = { pages: new Map(), pageBytes: 0, fileLength: 0 }

/**
 * The write-ahead log of a database in use, read to its end again and again, while nobody else can begin it anew. A read
 * transaction of ours (the guard) sees to that, by SQLite's own locks: as long as it is open, the log is begun anew at
 * most once, and only where everything in it was in the file already when the guard was opened. That is after `rewind`.
 */
export class HeldLog {
  readonly #file: string
  readonly #onHold: (isHeld: boolean) => void
  readonly #own: DatabaseSync
  readonly #guard: DatabaseSync
  readonly #count: StatementSync
  /** Never closed before the last connection is: closing it would take SQLite's locks on the file from this process. */
  readonly #fileHandle: number
  /** The round of the log that was last seen; undefined while it is empty. */
  #header: WalHeader | undefined
  #taken = 0
  #sum: Sum = [0, 0]
  /** How many frames there were when the guard was opened. */
  #guardedAt = 0

  /** `onHold` hears whether the writer has to leave the log alone. */
  constructor(file: string, onHold: (isHeld: boolean) => void) {
    this.#file = file
    this.#onHold = onHold
    this.#own = new DatabaseSync(file, { timeout: 0 })
    this.#guard = new DatabaseSync(file, { readOnly: true, timeout: 1000 })
    this.#count = this.#own.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#fileHandle = openSync(file, 'r')
  }

  get isHeld(): boolean {
    return this.#guard.isOpen && this.#guard.isTransaction
  }

  /** How many frames are in the log, and how many of them wait for us. */
  get length(): { frames: number; waiting: number } {
    const frames = this.#look().log
    return { frames, waiting: frames >= this.#taken ? frames - this.#taken : frames }
  }

  /** Begins: everything up to now is in the file, and what comes will be in the log. False while somebody reads or writes. */
  hold(): boolean {
    const before = this.#readHeader()
    const { busy, log } = this.#reopenGuard()
    const now = this.#look()
    const header = this.#readHeader()
    const isQuiet = busy === 0 && now.log === log && now.checkpointed === log && isSameRound(before, header)
    if (!isQuiet) {
      this.letGo()
      return false
    }
    this.#header = log === 0 ? undefined : header
    this.#taken = log
    this.#guardedAt = log
    this.#sum = this.#header ? this.#sumAt(log, this.#header) : [0, 0]
    this.#onHold(true)
    return true
  }

  /** The writer looks after the log itself again, however long nobody comes for it. */
  letGo(): void {
    this.#leave()
    this.#onHold(false)
  }

  /** All that was committed since the last time. */
  take(): Taken {
    if (!this.isHeld) throw new LogLost('The log was let go')
    const { log: frames } = this.#look()
    const header = frames === 0 ? this.#header : this.#readHeader()
    if (!header) {
      if (frames > 0) throw new LogLost('The log has no beginning')
      return nothing
    }
    if (!isSameRound(header, this.#header)) this.#turnTo(header)
    // Emptied by another process, with nothing in it that we have not taken.
    if (frames === 0 && this.#taken === this.#guardedAt) return nothing
    if (frames < this.#taken) throw new LogLost('The log has become shorter')
    return this.#read(header, frames)
  }

  /**
   * Writes the log back into the file, so that the next commit begins it anew; only right behind a `take`, in the same
   * turn of the event loop. True when that worked: until the next time the file stays as it is now. False while somebody
   * else reads or writes.
   */
  rewind(): boolean {
    const { busy, log } = this.#reopenGuard()
    const now = this.#look()
    if (this.#header && !isSameRound(this.#readHeader(), this.#header))
      throw new LogLost('Another process has begun the log anew')
    this.#guardedAt = now.log
    return busy === 0 && [log, now.log, now.checkpointed].every(frames => frames === this.#taken)
  }

  /** The file itself. Somebody who reads it while `rewind` holds reads a whole database. */
  get fileHandle(): number {
    return this.#fileHandle
  }

  /** When nothing else of this process has the database open any more. */
  close(closeOthers: () => void): void {
    this.#guard.close()
    this.#own.close()
    closeOthers()
    closeSync(this.#fileHandle)
  }

  #look(): { log: number; checkpointed: number } {
    const { log, checkpointed } = this.#count.get() ?? {}
    return { log: Math.max(0, Number(log)), checkpointed: Math.max(0, Number(checkpointed)) }
  }

  #leave(): void {
    if (this.isHeld) this.#guard.exec('ROLLBACK')
  }

  #reopenGuard(): { busy: number; log: number } {
    this.#leave()
    const { busy, log } = this.#own.prepare('PRAGMA wal_checkpoint(RESTART)').get() ?? {}
    // The snapshot is taken by the first read, not by BEGIN.
    this.#guard.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    return { busy: Number(busy), log: Math.max(0, Number(log)) }
  }

  /** The log was begun anew. Nothing is lost when that was once, and we had everything there was. */
  #turnTo(header: WalHeader): void {
    const last = this.#header?.salts.readUInt32BE(0)
    const isNext = last === undefined || header.salts.readUInt32BE(0) === (last + 1) >>> 0
    if (!isNext || this.#taken !== this.#guardedAt) throw new LogLost('The log was begun anew without us')
    this.#header = header
    this.#taken = 0
    this.#guardedAt = -1
    this.#sum = header.sum
  }

  /** Of several versions of a page the last one counts. */
  #read(header: WalHeader, frames: number): Taken {
    const size = frameHeaderBytes + header.pageBytes
    const wanted = (frames - this.#taken) * size
    const bytes = this.#bytes(walHeaderBytes + this.#taken * size, wanted)
    if (bytes.length < wanted) throw new LogLost('The log was cut off')
    const pages = new Map<number, Buffer>()
    let [sum, fileLength] = [this.#sum, 0]
    for (let at = 0; at < bytes.length; at += size) {
      const frame = bytes.subarray(at, at + size)
      const next = sumAfter(frame, sum, header)
      if (!next) throw new LogLost(`Frame ${this.#taken + at / size + 1} of the log does not add up`)
      sum = next
      pages.set(frame.readUInt32BE(0), frame.subarray(frameHeaderBytes))
      fileLength = frame.readUInt32BE(4)
    }
    if (pages.size > 0 && fileLength === 0) throw new LogLost('The log does not end with a commit')
    this.#taken = frames
    this.#sum = sum
    return { pages, pageBytes: header.pageBytes, fileLength }
  }

  #sumAt(frame: number, { pageBytes }: WalHeader): Sum {
    const at = walHeaderBytes + (frame - 1) * (frameHeaderBytes + pageBytes)
    const head = this.#bytes(at, frameHeaderBytes)
    return [head.readUInt32BE(16), head.readUInt32BE(20)]
  }

  #readHeader(): WalHeader | undefined {
    return walHeaderOf(this.#bytes(0, walHeaderBytes))
  }

  /** SQLite has no locks on the log itself: this file may be closed. */
  #bytes(from: number, length: number): Buffer {
    const bytes = Buffer.alloc(length)
    let handle: number
    try {
      handle = openSync(`${this.#file}-wal`, 'r')
    } catch {
      return Buffer.alloc(0)
    }
    try {
      return bytes.subarray(0, readSync(handle, bytes, 0, length, from))
    } finally {
      closeSync(handle)
    }
  }
}

const isSameRound = (a: WalHeader | undefined, b: WalHeader | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.salts.equals(b.salts))
