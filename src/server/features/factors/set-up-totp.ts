import { randomBytes } from 'node:crypto'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { checkRate } from '../../limits/rates.ts'
import * as sessions from '../../store/sessions.ts'
import * as totp from '../../store/totp.ts'
import { wrongCode } from './check-code.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { stepOf, toBase32 } from './totp.ts'

/** A new secret, and the address by which an app takes it, as a picture or a link. */
export async function beginTotp({ db, config }: Deps, { userId, email }: Caller) {
  const secret = toBase32(randomBytes(20))
  await db.write(tx => totp.setNext(tx, userId, secret))
  const { name } = config.shop
  const label = [name, email].map(encodeURIComponent).join(':')
  const address = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(name)}`
  return { secret, address }
}

const quarter = 15 * 60_000

/** A code shows that the app has the secret: without it nobody would get in any more. */
export async function confirmTotp(deps: Deps, { userId }: Caller, session: string, code: string) {
  const { db, now } = deps
  await checkRate(deps, [{ name: `new code ${userId}`, most: 20, withinMs: quarter }])
  const recoveryCodes = newRecoveryCodes()
  await db.write(async tx => {
    const secret = (await totp.find(tx, userId))?.next_secret
    if (!secret) throw new Refusal('not_found', 'Please begin anew: there is nothing to confirm.')
    const step = stepOf(secret, code.replace(/\s/g, ''), now())
    if (step === undefined || !(await totp.confirm(tx, userId, { secret, step, now: now() })))
      throw wrongCode()
    await totp.replaceRecoveryCodes(tx, userId, hashesOf(userId, recoveryCodes))
    await sessions.prove(tx, session, now(), true)
  })
  return { recoveryCodes }
}

export async function renewRecoveryCodes({ db }: Deps, { userId }: Caller) {
  const recoveryCodes = newRecoveryCodes()
  await db.write(async tx => {
    if (!(await totp.isOn(tx, userId)))
      throw new Refusal('not_found', 'Recovery codes come with an authenticator app, and there is none.')
    await totp.replaceRecoveryCodes(tx, userId, hashesOf(userId, recoveryCodes))
  })
  return { recoveryCodes }
}

const hashesOf = (userId: string, codes: readonly string[]): string[] =>
  codes.map(code => recoveryHash(userId, code))
