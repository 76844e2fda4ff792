import { composedEmail } from '#domain/email.ts'
import type { Reading, UserRow } from '../../db/schema/tables.ts'
import * as users from '../../store/users.ts'

/** New emails are stored in composed form (domain/email.ts); older ones are stored as typed. */
export const findByTypedEmail = async (db: Reading, email: string): Promise<UserRow | undefined> =>
  (await users.findByEmail(db, email)) ?? (await users.findByEmail(db, composedEmail(email)))
