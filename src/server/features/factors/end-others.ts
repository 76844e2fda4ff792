import type { Detail } from '#domain/audit.ts'
import type { Writing } from '../../db/schema/tables.ts'
import * as sessions from '../../store/sessions.ts'

/**
 * Ends the user's other sessions and pending sign-ins, because they started without the new factor. Returns the detail for
 * the audit log.
 */
export async function endOthers(tx: Writing, userId: string, session: string): Promise<Detail> {
  const ended = await sessions.endOthers(tx, userId, session)
  await sessions.endProofs(tx, userId)
  return ended > 0 ? { sessions: ended } : {}
}
