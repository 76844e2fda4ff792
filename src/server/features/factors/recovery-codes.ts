import { randomBytes } from 'node:crypto'
import { tokenHash } from '../../sessions/tokens.ts'
import { toBase32 } from './totp.ts'

const howMany = 10

/** 80 random bits, too many to find from a hash; in groups, so that it is easy to write down. */
const newCode = (): string => (toBase32(randomBytes(10)).toLowerCase().match(/.{4}/g) ?? []).join('-')

export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, newCode)

/** Ignores case and separators. Includes the user, so that the code works for one account only. */
export const recoveryHash = (userId: string, typed: string): string =>
  tokenHash(`${userId} ${typed.replace(/[^A-Za-z2-7]/g, '').toLowerCase()}`)
