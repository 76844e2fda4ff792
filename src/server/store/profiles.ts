import type { Profile } from '#contract/profiles.ts'
import type { ProfileRow, Reading, Writing } from '../db/schema/tables.ts'
import { writeTexts } from './search/people.ts'

const toProfile = (email: string, row: ProfileRow): Profile => ({
  name: row.name,
  email,
  address: row.address,
  education: row.education,
  linkedin: row.linkedin,
  mobileNumber: row.mobile_number,
})

export async function find(db: Reading, userId: string, email: string): Promise<Profile | undefined> {
  const row = await db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row && toProfile(email, row)
}

/** Creates the profile. False if there is one already, which is left unchanged. */
export async function create(tx: Writing, row: ProfileRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('profiles')
    .values(row)
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await writeTexts(tx, [row.user_id])
  return true
}

export async function replace(tx: Writing, row: ProfileRow): Promise<void> {
  const { user_id: _, ...details } = row
  await tx
    .insertInto('profiles')
    .values(row)
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(details))
    .execute()
  await writeTexts(tx, [row.user_id])
}
