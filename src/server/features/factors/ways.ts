import type { Ways } from '#contract/factors.ts'
import type { Caller } from '#domain/access.ts'
import type { Deps } from '../../deps.ts'
import { isFactorRequired } from '../../sessions/check-proof.ts'
import * as factors from '../../store/factors.ts'
import * as passkeys from '../../store/passkeys.ts'
import * as totp from '../../store/totp.ts'
import { toPasskey } from './passkeys.ts'

export async function waysOf({ db, config, firebase }: Deps, caller: Caller): Promise<Ways> {
  const { userId } = caller
  const { password, code } = await factors.find(db.read, userId, firebase !== undefined)
  const rows = await passkeys.list(db.read, userId)
  return {
    password,
    passkeys: rows.map(toPasskey),
    code,
    recoveryCodes: await totp.countRecoveryCodes(db.read, userId),
    required: isFactorRequired(config, caller),
  }
}
