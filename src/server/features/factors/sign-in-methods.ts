import type { SignInMethods } from '#contract/factors.ts'
import type { Caller } from '#domain/access.ts'
import type { Deps } from '../../deps.ts'
import { isFactorRequired } from '../../sessions/check-proof.ts'
import * as factors from '../../store/factors.ts'
import * as passkeys from '../../store/passkeys.ts'
import * as totp from '../../store/totp.ts'
import { mustVerifyEmail } from './email-required.ts'
import { toPasskey } from './passkeys.ts'

export async function signInMethodsOf(deps: Deps, caller: Caller): Promise<SignInMethods> {
  const { db, config, firebase } = deps
  const { userId } = caller
  const required = isFactorRequired(config, caller)
  const { password, code, passkey } = await factors.find(db.read, userId, firebase !== undefined)
  const rows = await passkeys.list(db.read, userId)
  return {
    password,
    passkeys: rows.map(toPasskey),
    code,
    recoveryCodes: await totp.countRecoveryCodes(db.read, userId),
    required,
    emailFirst: (required || !(code || passkey)) && (await mustVerifyEmail(deps, db.read, userId)),
  }
}
