import type { Detail } from '#domain/audit.ts'
import type { Writing } from '../../db/schema/tables.ts'
import * as sessions from '../../store/sessions.ts'

/**
 * Whoever adds a factor wants nobody in who has not shown it: the other sessions began without, and a sign-in that is under
 * way may, too. Answers what the audit log says of it.
 */
export async function endOthers(tx: Writing, userId: string, session: string): Promise<Detail> {
  const ended = await sessions.endOthers(tx, userId, session)
  await sessions.endProofs(tx, userId)
  return ended > 0 ? { sessions: ended } : {}
}
