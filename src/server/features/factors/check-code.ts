import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { recordOwnChange } from '../../emails/notify-account-owner.ts'
import type { Client } from '../../http/client.ts'
import { appLimits, recoveryLimits } from '../../limits/code-limits.ts'
import { checkRate } from '../../limits/rates.ts'
import * as rateCounters from '../../store/rate-counters.ts'
import * as totp from '../../store/totp.ts'
import { knownDevice } from '../identity/known-device.ts'
import { recordRefused } from '../identity/record-refused.ts'
import { recoveryHash } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

export interface TypedCode {
  userId: string
  code: string
  from: Client
  /** The cookie of known-device.ts. */
  deviceCookie: string | undefined
  /** Whether the code is the second step of a sign-in or a fresh proof. */
  step: 'sign_in' | 'proof'
}

/** Uses up a code of the user's app or a recovery code, and runs `then` in the same transaction. */
export async function checkCode(
  deps: Deps,
  { userId, code: typed, from, deviceCookie, step }: TypedCode,
  then: (tx: Writing) => Promise<void>,
): Promise<void> {
  const { db, now } = deps
  const code = typed.replace(/\s/g, '')
  const kind = /^\d{6}$/.test(code) ? 'app' : 'recovery'
  const secret = (await totp.find(db.read, userId))?.secret ?? null
  const entry = { userId, address: from.address, device: knownDevice(deviceCookie, { id: userId, secret }) }
  const limits = kind === 'app' ? appLimits(entry) : recoveryLimits(entry)
  await checkRate(deps, limits)
  const isAccepted = await db.write(async tx => {
    const take = kind === 'app' ? takeAppCode : takeRecoveryCode
    if (!(await take(tx, userId, code, now()))) return false
    for (const { name } of limits) await rateCounters.giveBack(tx, name)
    await then(tx)
    if (kind === 'app') return true
    const left = await totp.countRecoveryCodes(tx, userId)
    const more = { 'Recovery codes left': String(left) }
    await recordOwnChange(tx, deps, { userId, what: 'recovery_code_used', from, now: now(), more }, { left })
    return true
  })
  if (isAccepted) return
  await recordRefused(deps, { userId, address: from.address }, 'wrong code', `${step}_refused`)
  throw wrongCode()
}

async function takeAppCode(tx: Writing, userId: string, code: string, now: number): Promise<boolean> {
  const secret = (await totp.find(tx, userId))?.secret
  const step = secret && stepOf(secret, code, now)
  return step ? totp.spendStep(tx, userId, step) : false
}

const takeRecoveryCode = (tx: Writing, userId: string, code: string): Promise<boolean> =>
  totp.takeRecoveryCode(tx, recoveryHash(userId, code))

export const wrongCode = () => {
  const sentence = 'This code is wrong, has expired or was already used. Try the next one.'
  return new Refusal('wrong_code', sentence, { fields: { code: sentence } })
}
