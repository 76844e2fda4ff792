import { Refusal } from '#domain/refusal.ts'
import { isCommonPassword } from '../../adapters/common-passwords.ts'
import type { Deps } from '../../deps.ts'
import { isDemoPassword } from '../../store/demo-ids.ts'

const sentence = 'This is one of the first passwords that attackers try. Choose another one.'

/** The spec has no password rule, and a demo follows it. A live shop refuses the most common passwords and the demo's. */
export async function checkPassword({ config }: Deps, password: string): Promise<void> {
  if (config.mode === 'live' && (isDemoPassword(password) || (await isCommonPassword(password))))
    throw new Refusal('bad_input', sentence, { fields: { password: sentence } })
}
