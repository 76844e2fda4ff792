import { composedEmail } from '#domain/email.ts'
import type { Reading, UserRow } from '../../db/schema/tables.ts'
import * as users from '../../store/users.ts'

/** New e-mails are kept composed (domain/email.ts), however they are typed; older ones as they were typed. */
export const findTyped = async (db: Reading, email: string): Promise<UserRow | undefined> =>
  (await users.findByEmail(db, email)) ?? (await users.findByEmail(db, composedEmail(email)))
