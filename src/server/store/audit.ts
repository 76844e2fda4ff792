import { v7 as newId } from 'uuid'
import type { Act, Actor, Detail } from '#domain/audit.ts'
import type { Writing } from '../db/schema/tables.ts'
import { emptyChain, hashOf } from './audit-chain.ts'

/**
 * Writes an action into the audit log, in the transaction of that action. This locks the end of the log until the transaction
 * ends, so that each row links to exactly one other. Call it last to avoid deadlocks.
 */
export async function note(
  tx: Writing,
  { userId, address }: Actor,
  what: Act,
  detail: Detail,
  now: number,
): Promise<void> {
  const end = await tx
    .insertInto('audit_chain')
    .values({ ...emptyChain, last_n: 1 })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(({ eb }) => ({ last_n: eb('audit_chain.last_n', '+', 1) })),
    )
    .returning(['last_n', 'last_at', 'last_hash'])
    .executeTakeFirstOrThrow()
  const row = {
    id: newId(),
    n: end.last_n,
    // The clocks of processes differ, but times in the log must not decrease.
    at: Math.max(now, end.last_at),
    who: userId,
    address,
    what,
    detail: JSON.stringify(detail),
    previous_hash: end.last_hash,
  }
  const hash = hashOf(row)
  await tx
    .insertInto('audit_log')
    .values({ ...row, hash })
    .execute()
  const subjects = subjectsOf(row.detail).map(subject => ({ subject, n: row.n }))
  if (subjects.length > 0) await tx.insertInto('audit_subjects').values(subjects).execute()
  await tx.updateTable('audit_chain').set({ last_at: row.at, last_hash: hash }).where('id', '=', 1).execute()
}

/** Every id in the detail of a row, so that the row is found by person, order or item. */
const subjectsOf = (detail: string): string[] => [
  ...new Set([...detail.matchAll(/"([0-9a-f-]{36})"/g)].flatMap(([, id]) => id ?? [])),
]

/** How long rows are stored, and which of them can be deleted now. */
export interface AuditRetention {
  keptMs: number
  now: number
}

/**
 * Deletes the oldest rows whose retention has passed, except the newest of those: the remaining log begins with a row that
 * proves that none before it was younger (store/audit-chain.ts). Returns how many.
 */
export async function deleteOldest(
  tx: Writing,
  { keptMs, now }: AuditRetention,
  limit: number,
): Promise<number> {
  // Locks the row: of two concurrent runs, the later one sees what the earlier one left.
  await tx
    .updateTable('audit_chain')
    .set(({ ref }) => ({ last_n: ref('last_n') }))
    .where('id', '=', 1)
    .execute()
  const oldest = await tx
    .selectFrom('audit_log')
    .select(['n', 'hash', 'at'])
    .orderBy('n')
    .limit(limit + 1)
    .execute()
  const old = oldest.filter(({ at }) => at <= now - keptMs).slice(0, -1)
  const last = old.at(-1)
  if (!last) return 0
  await tx
    .updateTable('audit_chain')
    .set({ forgotten_n: last.n, forgotten_hash: last.hash, kept_ms: keptMs })
    .where('id', '=', 1)
    .execute()
  await tx.deleteFrom('audit_log').where('n', '<=', last.n).execute()
  return old.length
}
