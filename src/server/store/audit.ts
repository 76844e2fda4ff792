import { randomUUIDv7 } from 'node:crypto'
import type { Act, Actor, Detail } from '#domain/audit.ts'
import type { Writing } from '../db/schema/tables.ts'
import { emptyChain, hashOf } from './audit-chain.ts'

/**
 * Writes what somebody does into the audit log, in the transaction in which they do it. The end of the log is held from
 * here to the end of that transaction, so that every row follows on one other: do it last, and nobody waits in a circle.
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
    id: randomUUIDv7(),
    n: end.last_n,
    // Clocks of several processes differ: the log never goes back in time.
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

/** Whom and what a row is about: every id in its detail, so that it is found by a person, an order or an item. */
const subjectsOf = (detail: string): string[] => [
  ...new Set([...detail.matchAll(/"([0-9a-f-]{36})"/g)].flatMap(([, id]) => id ?? [])),
]

/** For how long rows are kept, and which of them may go by now. */
export interface Kept {
  keptMs: number
  now: number
}

/**
 * Forgets the oldest rows that have been kept for long enough, but the last of them: what is left begins with a row that
 * shows that none of those before it was younger (store/audit-chain.ts). Answers how many.
 */
export async function forgetSome(tx: Writing, { keptMs, now }: Kept, limit: number): Promise<number> {
  // Held from here on: of two who forget at once the slower one sees what the other has left.
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
