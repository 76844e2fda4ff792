import { prepared } from '../db/engine/prepared.ts'
import type { Reading, Writing } from '../db/schema/tables.ts'

export interface Limit {
  /** What is counted and for whom: 'sign-in ann@example.com'. */
  name: string
  most: number
  withinMs: number
}

/** Separate from the insert below, because SQLite would then also write to the index of `resets_at`. */
const addToCount = prepared({ name: '', now: 0 }, (db, { name, now }) =>
  db
    .updateTable('rate_counters')
    .set(({ eb }) => ({ count: eb('count', '+', 1) }))
    .where('name', '=', name)
    .where('resets_at', '>', now)
    .returning(['count', 'resets_at']),
)

const startCount = prepared({ name: '', now: 0, resetsAt: 0 }, (db, { name, now, resetsAt }) =>
  db
    .insertInto('rate_counters')
    .values({ name, count: 1, resets_at: resetsAt })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet(({ eb, ref, case: when }) => ({
        count: when()
          .when('rate_counters.resets_at', '<=', now)
          .then(1)
          .else(eb('rate_counters.count', '+', 1))
          .end(),
        resets_at: when()
          .when('rate_counters.resets_at', '<=', now)
          .then(resetsAt)
          .else(ref('rate_counters.resets_at'))
          .end(),
      })),
    )
    .returning(['count', 'resets_at']),
)

/** Counts an attempt against its limit. If the limit is exceeded, returns when the count resets; otherwise undefined. */
export async function count(
  tx: Writing,
  { name, most, withinMs }: Limit,
  now: number,
): Promise<number | undefined> {
  const [known] = (await addToCount(tx, { name, now })).rows
  const row = known ?? (await startCount(tx, { name, now, resetsAt: now + withinMs })).rows[0]
  return row && row.count > most ? row.resets_at : undefined
}

const selectSpent = prepared({ name: '', most: 0, now: 0 }, (db, { name, most, now }) =>
  db
    .selectFrom('rate_counters')
    .select('resets_at')
    .where('name', '=', name)
    .where('resets_at', '>', now)
    .where('count', '>=', most),
)

/** When the count resets, if the limit is used up. */
export async function spentUntil(
  db: Reading,
  { name, most }: Limit,
  now: number,
): Promise<number | undefined> {
  const { rows } = await selectSpent(db, { name, most, now })
  return rows[0]?.resets_at
}

/** Resets a count. */
export async function reset(tx: Writing, name: string): Promise<void> {
  await tx.deleteFrom('rate_counters').where('name', '=', name).execute()
}

/** Gives back one attempt, because it was successful or must not count. */
export async function giveBack(tx: Writing, name: string): Promise<void> {
  await tx
    .updateTable('rate_counters')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('name', '=', name)
    .where('count', '>', 0)
    .execute()
}

export async function giveBackAll(tx: Writing, limits: readonly Limit[]): Promise<void> {
  for (const { name } of limits) await giveBack(tx, name)
}
