import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as factors from '../../store/factors.ts'
import * as passkeys from '../../store/passkeys.ts'
import * as sessions from '../../store/sessions.ts'
import * as totp from '../../store/totp.ts'

export const removeTotp = ({ db }: Deps, userId: string): Promise<void> =>
  db.write(async tx => {
    await totp.remove(tx, userId)
    await forgetStrength(tx, userId)
  })

export const removePasskey = ({ db }: Deps, userId: string, id: string): Promise<void> =>
  db.write(async tx => {
    if (!(await passkeys.remove(tx, userId, id))) throw unknownPasskey()
    await forgetStrength(tx, userId)
  })

/** Where nothing is left that could be shown, what was shown counts no more: an admin who must have one begins anew. */
async function forgetStrength(tx: Writing, userId: string): Promise<void> {
  const { passkey, code } = await factors.find(tx, userId)
  if (!passkey && !code) await sessions.weaken(tx, userId)
}

export const unknownPasskey = () => new Refusal('not_found', 'There is no such passkey.')
