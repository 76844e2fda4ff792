import { randomUUIDv7 } from 'node:crypto'
import type { Act, Actor, Detail } from '#domain/audit.ts'
import { emptyChain, hashOf } from '../db/audit-chain.ts'
import type { Writing } from '../db/tables.ts'

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
  const { last_n, last_at, last_hash } = await tx
    .insertInto('audit_chain')
    .values({ ...emptyChain, last_n: 1 })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(({ eb }) => ({ last_n: eb('audit_chain.last_n', '+', 1) })),
    )
    .returning(['last_n', 'last_at', 'last_hash'])
    .executeTakeFirstOrThrow()
  const row = {
    id: randomUUIDv7(),
    n: last_n,
    // Clocks of several processes differ: the log never goes back in time.
    at: Math.max(now, last_at),
    who: userId,
    address,
    what,
    detail: JSON.stringify(detail),
    previous_hash: last_hash,
  }
  const hash = hashOf(row)
  await tx
    .insertInto('audit_log')
    .values({ ...row, hash })
    .execute()
  await tx.updateTable('audit_chain').set({ last_at: row.at, last_hash: hash }).where('id', '=', 1).execute()
}

/** Forgets the oldest rows that were written at `until` or before; what is left still follows on them. Answers how many. */
export async function forgetSome(tx: Writing, until: number, limit: number): Promise<number> {
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
    .limit(limit)
    .execute()
  const old = oldest.filter(({ at }) => at <= until)
  const last = old.at(-1)
  if (!last) return 0
  await tx
    .updateTable('audit_chain')
    .set({ forgotten_n: last.n, forgotten_hash: last.hash })
    .where('id', '=', 1)
    .execute()
  await tx.deleteFrom('audit_log').where('n', '<=', last.n).execute()
  return old.length
}
