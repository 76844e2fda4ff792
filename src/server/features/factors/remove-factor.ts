import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { recordOwnChange } from '../../emails/notify-account-owner.ts'
import * as factors from '../../store/factors.ts'
import * as passkeys from '../../store/passkeys.ts'
import * as sessions from '../../store/sessions.ts'
import * as totp from '../../store/totp.ts'
import type { SignedInCaller } from './signed-in-caller.ts'

export async function removeTotp(deps: Deps, { caller: { userId }, from }: SignedInCaller): Promise<void> {
  const { db, now } = deps
  await db.write(async tx => {
    const wasOn = await totp.isOn(tx, userId)
    await totp.remove(tx, userId)
    await weakenWithoutFactors(tx, userId)
    if (wasOn) await recordOwnChange(tx, deps, { userId, what: 'codes_turned_off', from, now: now() })
  })
}

export async function removePasskey(
  deps: Deps,
  { caller: { userId }, from }: SignedInCaller,
  id: string,
): Promise<void> {
  const { db, now } = deps
  await db.write(async tx => {
    const removed = await passkeys.remove(tx, userId, id)
    if (!removed) throw unknownPasskey()
    await weakenWithoutFactors(tx, userId)
    const more = { 'Its name': removed.name }
    const change = { userId, what: 'passkey_removed', from, now: now(), more } as const
    await recordOwnChange(tx, deps, change, { passkey: id })
  })
}

/** Withdraws strong proofs after the last factor is removed: an admin who needs one has to start again. */
async function weakenWithoutFactors(tx: Writing, userId: string): Promise<void> {
  if (!(await factors.hasStrong(tx, userId))) await sessions.withdrawStrongProofs(tx, userId)
}

export const unknownPasskey = () => new Refusal('not_found', 'There is no such passkey.')
