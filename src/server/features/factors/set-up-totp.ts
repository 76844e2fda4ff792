import { randomBytes } from 'node:crypto'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { recordOwnChange } from '../../emails/notify-account-owner.ts'
import { checkRate, limitWrite } from '../../limits/rates.ts'
import * as sessions from '../../store/sessions.ts'
import * as shopContent from '../../store/shop-content.ts'
import * as totp from '../../store/totp.ts'
import { wrongCode } from './check-code.ts'
import { requireVerifiedEmail } from './email-required.ts'
import { endOthers } from './end-others.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import type { SignedInCaller } from './signed-in-caller.ts'
import { stepOf, toBase32 } from './totp.ts'

const quarter = 15 * 60_000
const hour = 3_600_000

const mostPerHour = 30

/** Creates a secret, with the URL that an app reads as a QR code or a link. */
export async function beginTotp(deps: Deps, { userId, email }: Caller) {
  const { db, now } = deps
  const secret = toBase32(randomBytes(20))
  const limit = { name: `secrets for codes of ${userId}`, most: mostPerHour, withinMs: hour }
  await db.write(async tx => {
    await requireVerifiedEmail(deps, tx, userId)
    await limitWrite(tx, limit, now(), 'new secrets')
    await totp.setNext(tx, userId, secret)
  })
  const { name } = await shopContent.read(db.read)
  const label = [name, email].map(encodeURIComponent).join(':')
  const address = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(name)}`
  return { secret, address }
}

/** Requires a code as proof that the app has the secret. Otherwise the user could be locked out. */
export async function confirmTotp(deps: Deps, { caller, session, from }: SignedInCaller, code: string) {
  const { db, now } = deps
  const { userId } = caller
  await checkRate(deps, [{ name: `new code ${userId}`, most: 20, withinMs: quarter }])
  const recoveryCodes = newRecoveryCodes()
  await db.write(async tx => {
    await requireVerifiedEmail(deps, tx, userId)
    const known = await totp.find(tx, userId)
    const secret = known?.next_secret
    if (!secret) throw new Refusal('not_found', 'Start again: there is nothing to confirm.')
    const step = stepOf(secret, code.replace(/\s/g, ''), now())
    if (step === undefined || !(await totp.confirm(tx, userId, { secret, step, now: now() })))
      throw wrongCode()
    await totp.replaceRecoveryCodes(tx, userId, hashesOf(userId, recoveryCodes))
    await sessions.prove(tx, session, now(), true)
    const detail = await endOthers(tx, userId, session)
    const what = known.secret === null ? 'codes_turned_on' : 'codes_moved'
    await recordOwnChange(tx, deps, { userId, what, from, now: now() }, detail)
  })
  return { recoveryCodes }
}

export async function renewRecoveryCodes(deps: Deps, { caller: { userId }, from }: SignedInCaller) {
  const { db, now } = deps
  const recoveryCodes = newRecoveryCodes()
  const limit = { name: `recovery codes of ${userId}`, most: mostPerHour, withinMs: hour }
  await db.write(async tx => {
    if (!(await totp.isOn(tx, userId)))
      throw new Refusal('not_found', 'Recovery codes come with an authenticator app, and there is none.')
    await limitWrite(tx, limit, now(), 'new recovery codes')
    await totp.replaceRecoveryCodes(tx, userId, hashesOf(userId, recoveryCodes))
    await recordOwnChange(tx, deps, { userId, what: 'recovery_codes_renewed', from, now: now() })
  })
  return { recoveryCodes }
}

const hashesOf = (userId: string, codes: readonly string[]): string[] =>
  codes.map(code => recoveryHash(userId, code))
