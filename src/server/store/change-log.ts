import { sql } from 'kysely'
import type { BackupTargetRow, ChangeLogRow, Reading, Writing } from '../db/schema/tables.ts'

/** A position in the log: the number of a change, and the hash of all changes up to it. */
export interface Head {
  n: number
  hash: string
}

export const listTargets = (db: Reading): Promise<BackupTargetRow[]> =>
  db.selectFrom('backup_targets').selectAll().orderBy('since').execute()

export const findTarget = (db: Reading, place: string): Promise<BackupTargetRow | undefined> =>
  db.selectFrom('backup_targets').selectAll().where('place', '=', place).executeTakeFirst()

/** Commits are recorded from now on. */
export async function addTarget(tx: Writing, place: string, since: number): Promise<void> {
  await tx
    .insertInto('backup_targets')
    .values({ place, since, n: 0, hash: '' } as BackupTargetRow)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Recording ends when the last target is removed. */
export async function removeTarget(tx: Writing, place: string): Promise<void> {
  await tx.deleteFrom('backup_targets').where('place', '=', place).execute()
  await trim(tx)
}

/** A restored shop starts a branch. It does not continue the log of the shop that was backed up. */
export async function beginBranch(tx: Writing, place: string, parent: string, since: number): Promise<void> {
  await tx.deleteFrom('change_log').execute()
  await tx.deleteFrom('backup_targets').execute()
  await tx
    .insertInto('backup_targets')
    .values({ place, since, parent, n: 0, hash: '' } as BackupTargetRow)
    .execute()
}

/** A new generation has begun at the target. It cannot be restored yet. */
export async function setGeneration(
  tx: Writing,
  place: string,
  { name, head, onOwnDisk }: { name: string; head: Head; onOwnDisk: boolean },
): Promise<void> {
  await tx
    .updateTable('backup_targets')
    .set({ generation: name, ...head, on_own_disk: onOwnDisk ? 1 : 0, covered_at: null })
    .where('place', '=', place)
    .execute()
}

/** Records that the target has all changes up to this position, and deletes the changes that all targets have. */
export async function acknowledge(
  tx: Writing,
  place: string,
  { n, hash }: Head,
  coveredAt: number | undefined,
): Promise<void> {
  await tx
    .updateTable('backup_targets')
    .set({ n, hash, ...(coveredAt !== undefined && { covered_at: coveredAt }) })
    .where('place', '=', place)
    .execute()
  await trim(tx)
}

/** The last row stays because the next one is numbered after it. */
async function trim(tx: Writing): Promise<void> {
  await sql`delete from change_log
    where n <= coalesce((select min(n) from backup_targets where generation is not null), 0)
    and n < (select max(n) from change_log)`.execute(tx)
}

/** Drops the changes that targets have not received yet. Each target then needs a new full copy. */
export async function drop(tx: Writing, at: number): Promise<void> {
  const isOn = await tx.selectFrom('backup_targets').select('place').limit(1).executeTakeFirst()
  if (!isOn) return
  await addGap(tx, at)
  await sql`delete from change_log where n < (select max(n) from change_log)`.execute(tx)
}

export async function lastNumber(db: Reading): Promise<number> {
  const { rows } = await sql<{ n: number | null }>`select max(n) as n from change_log`.execute(db)
  return rows[0]?.n ?? 0
}

export const listAfter = (db: Reading, n: number, most: number): Promise<ChangeLogRow[]> =>
  db.selectFrom('change_log').selectAll().where('n', '>', n).orderBy('n').limit(most).execute()

export async function countBytes(db: Reading): Promise<number> {
  const { rows } = await sql<{ bytes: number | null }>`
    select sum(length(changeset)) as bytes from change_log`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Records a change that is not in the log. Each target then needs a new full copy. */
export async function addGap(tx: Writing, at: number): Promise<void> {
  await sql`insert into change_log (n, at, changeset)
    select coalesce(max(n), 0) + 1, ${at}, null from change_log`.execute(tx)
}
