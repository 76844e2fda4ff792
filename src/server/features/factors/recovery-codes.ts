import { randomBytes } from 'node:crypto'
import { tokenHash } from '../../sessions/tokens.ts'
import { toBase32 } from './totp.ts'

const howMany = 10

/** 80 random bits, which nobody finds from a hash; in groups, for whoever writes them down. */
const newCode = (): string => (toBase32(randomBytes(10)).toLowerCase().match(/.{4}/g) ?? []).join('-')

export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, newCode)

/** However it is typed; the user is in it, so that it is nobody else's code. */
export const recoveryHash = (userId: string, typed: string): string =>
  tokenHash(`${userId} ${typed.replace(/[^A-Za-z2-7]/g, '').toLowerCase()}`)
