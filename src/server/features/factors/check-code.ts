import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Place } from '../../http/place.ts'
import { checkRate } from '../../limits/rates.ts'
import * as attempts from '../../store/attempts.ts'
import * as totp from '../../store/totp.ts'
import { noteOwn } from '../identity/tell-owner.ts'
import { recoveryHash } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

const quarter = 15 * 60_000
const day = 86_400_000

/** Six digits are few: besides the limit that passwords have there is one for the day. */
const limitsFor = (userId: string): attempts.Limit[] => [
  { name: `code ${userId}`, most: 10, withinMs: quarter },
  { name: `codes of a day ${userId}`, most: 50, withinMs: day },
]

/** Uses up a code of somebody's app, or one of their recovery codes, and does what it was for. */
export async function checkCode(
  deps: Deps,
  { userId, from }: { userId: string; from: Place },
  code: string,
  then: (tx: Writing) => Promise<void>,
): Promise<void> {
  const { db, now } = deps
  const limits = limitsFor(userId)
  await checkRate(deps, limits)
  await db.write(async tx => {
    const taken = await take(tx, userId, code, now())
    if (!taken) throw wrongCode()
    for (const { name } of limits) await attempts.forgive(tx, name)
    await then(tx)
    if (taken === 'app') return
    const left = await totp.countRecoveryCodes(tx, userId)
    const more = { 'Recovery codes left': String(left) }
    await noteOwn(tx, deps, { userId, what: 'recovery_code_used', from, now: now(), more }, { left })
  })
}

/** What kind of code it was; undefined when it was none. */
async function take(
  tx: Writing,
  userId: string,
  typed: string,
  now: number,
): Promise<'app' | 'recovery' | undefined> {
  const code = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(code))
    return (await totp.takeRecoveryCode(tx, recoveryHash(userId, code))) ? 'recovery' : undefined
  const secret = (await totp.find(tx, userId))?.secret
  const step = secret && stepOf(secret, code, now)
  return step && (await totp.spendStep(tx, userId, step)) ? 'app' : undefined
}

export const wrongCode = () => {
  const sentence = 'This code is wrong, has run out, or was used already. Please try the next one.'
  return new Refusal('wrong_code', sentence, { fields: { code: sentence } })
}
