import { hash } from 'node:crypto'
import type { AuditChainRow, AuditRow, Reading } from '../db/schema/tables.ts'

type UnhashedRow = Omit<AuditRow, 'hash'>

/**
 * Covers every field of a row in one canonical form, and the hash of the row before it: changing one row invalidates all
 * later ones.
 */
export const hashOf = ({ n, id, at, who, address, what, detail, previous_hash }: UnhashedRow): string =>
  hash('sha256', JSON.stringify([n, id, at, who, address, what, detail, previous_hash]))

export const emptyChain: AuditChainRow = {
  id: 1,
  last_n: 0,
  last_at: 0,
  last_hash: '',
  forgotten_n: 0,
  forgotten_hash: '',
  kept_ms: null,
  unproven_n: 0,
}

/** The shortest retention that KEEP_AUDIT_DAYS allows. */
const minRetentionMs = 30 * 86_400_000

export const chainOf = async (db: Reading): Promise<AuditChainRow> =>
  (await db.selectFrom('audit_chain').selectAll().where('id', '=', 1).executeTakeFirst()) ?? emptyChain

const atOnce = 1000

/** Checks the log from beginning to end. Reports only the first row that was changed or is missing. */
export async function auditFaults(db: Reading, now = Date.now()): Promise<string[]> {
  const chain = await chainOf(db)
  const cut = await truncationFault(db, chain, now)
  if (cut) return [cut]
  let [n, previous] = [chain.forgotten_n, chain.forgotten_hash]
  for (;;) {
    const rows = await rowsAfter(db, n)
    for (const row of rows) {
      const fault = faultOf(row, n, previous)
      if (fault) return [fault]
      n = row.n
      previous = row.hash
    }
    if (rows.length < atOnce) break
  }
  if (n < chain.last_n) return [`Audit log: ${span(n + 1, chain.last_n)} missing at its end`]
  if (n > chain.last_n) return [`Audit log: row ${n} comes after its end, which is row ${chain.last_n}`]
  if (previous !== chain.last_hash) return [`Audit log: row ${n} is not the one that was written last`]
  return []
}

/**
 * Retention leaves the newest row that is old enough to delete (store/audit.ts), and times never decrease along the log. If
 * the first row is younger than that, the log was truncated by hand.
 */
async function truncationFault(db: Reading, chain: AuditChainRow, now: number): Promise<string | undefined> {
  const { forgotten_n, unproven_n, kept_ms } = chain
  if (forgotten_n <= unproven_n) return undefined
  const first = await db
    .selectFrom('audit_log')
    .select('at')
    .where('n', '=', forgotten_n + 1)
    .executeTakeFirst()
  if (first && first.at <= now - Math.max(kept_ms ?? 0, minRetentionMs)) return undefined
  return `Audit log: ${span(1, forgotten_n)} missing, and too recent to have been deleted by retention`
}

const rowsAfter = (db: Reading, n: number): Promise<AuditRow[]> =>
  db.selectFrom('audit_log').selectAll().where('n', '>', n).orderBy('n').limit(atOnce).execute()

function faultOf(row: AuditRow, lastN: number, previous: string): string | undefined {
  if (row.n !== lastN + 1) return `Audit log: ${span(lastN + 1, row.n - 1)} missing`
  if (row.hash !== hashOf(row)) return `Audit log: row ${row.n} was changed`
  if (row.previous_hash !== previous)
    return `Audit log: row ${row.n} does not follow the row before it: one of them was inserted`
  return undefined
}

const span = (from: number, to: number): string =>
  from === to ? `row ${from} is` : `rows ${from} to ${to} are`
