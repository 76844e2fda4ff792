import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { DataRefused } from '../data-dir.ts'
import type { Reading } from '../schema/tables.ts'
import type { Engine } from './database.ts'
import { walDamage } from './wal.ts'

/** Up to this size a start waits for the check. A larger file is checked in a thread. */
const mostBytesAtOnce = 64 * 1024 * 1024

/** The damage that SQLite finds in the whole file; PostgreSQL checks its own pages. */
export async function damageOf(db: Reading, engine: Engine['name']): Promise<string[]> {
  if (engine === 'postgres') return []
  const { rows: pages } = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(db)
  const { rows: keys } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)
  return [
    ...pages.map(row => row.integrity_check).filter(said => said !== 'ok'),
    ...keys
      .slice(0, 20)
      .map(({ table, parent }) => `A row of ${table} refers to one of ${parent} that is not there`),
  ]
}

/** Refuses a damaged file before anything is written to it. A large file is checked in a thread, which calls `onDamage`. */
export function refuseDamaged(
  file: string,
  onDamage: (refusal: DataRefused) => void,
  maxBytes = mostBytesAtOnce,
): void {
  if (!existsSync(file)) return
  const early = [...walDamage(file), ...missingBytes(file)]
  if (early.length > 0) throw damaged(early)
  if (statSync(file).size > maxBytes) {
    checkInThread(file, onDamage)
    return
  }
  const found = withFile(file, true, database =>
    database
      .prepare('PRAGMA quick_check(5)')
      .all()
      .map(row => String(row.quick_check)),
  )
  if (found[0] !== 'ok') throw damaged(found)
  // A new log, so that the cut-off end of the old one does not count as damage next time.
  withFile(file, false, database => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
}

/** SQLite reads missing bytes as zeros. With a log beside it, the file may be shorter than its header says. */
function missingBytes(file: string): string[] {
  const { size } = statSync(file)
  if (size < 100 || (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0)) return []
  const header = readStart(file, 100)
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92)
  const expected = isCounted ? header.readUInt32BE(28) * pageBytes : 0
  return size < expected ? [`${expected - size} bytes are missing at its end`] : []
}

function readStart(file: string, length: number): Buffer {
  const handle = openSync(file, 'r')
  const bytes = Buffer.alloc(length)
  readSync(handle, bytes)
  closeSync(handle)
  return bytes
}

function withFile<T>(file: string, readOnly: boolean, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

function checkInThread(file: string, onDamage: (refusal: DataRefused) => void): void {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(workerData, { readOnly: true, timeout: 5000 })
    parentPort.postMessage(database.prepare('PRAGMA quick_check(5)').all().map(row => row.quick_check))
    database.close()`
  const worker = new Worker(program, { eval: true, workerData: file })
  worker.unref()
  worker.once('message', (found: string[]) => {
    if (found[0] !== 'ok') onDamage(damaged(found))
  })
  worker.once('error', error => onDamage(damaged([String(error)])))
}

const damaged = (found: readonly string[]): DataRefused =>
  new DataRefused(
    `The database file in DATA_DIR is damaged (${found.join('; ').replace(/\s+/g, ' ')}). Restore a backup: npm run shop -- restore FILE --replace`,
  )
