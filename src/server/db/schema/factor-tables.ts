import type { Generated } from 'kysely'
import type { Moment } from './money-tables.ts'

export interface PasskeyRow {
  id: string
  /** As the device knows it, in base64url; so is the public key. */
  credential_id: string
  user_id: string
  name: string
  public_key: string
  counter: number
  created_at: number
  last_used_at: Moment
}

/** One that a device has answered: it is good for nothing any more. */
interface PasskeyChallengeRow {
  challenge_hash: string
  expires_at: number
}

export interface TotpSecretRow {
  user_id: string
  /** In base32; null until a code of the first one was typed. */
  secret: string | null
  next_secret: string | null
  last_step: number
  /** When codes were turned on; another app changes nothing about it. */
  on_since: Moment
}

interface RecoveryCodeRow {
  code_hash: string
  user_id: string
}

/** One row: by what the shop knows what it has signed itself. */
interface KeyRow {
  id: number
  secret: string
}

/** What somebody can show besides a password, and the keys of the shop's own. */
export interface FactorTables {
  passkeys: PasskeyRow
  passkey_challenges: PasskeyChallengeRow
  challenge_key: KeyRow
  /** Of links that take alerts back. */
  unsubscribe_key: KeyRow
  totp_secrets: TotpSecretRow
  recovery_codes: RecoveryCodeRow
}

/** In the table of sessions: when its holder last proved who they are, and when they last showed a passkey or a code. */
export interface SessionShown {
  proved_at: Generated<number>
  strong_at: Generated<Moment>
}

/** In that of proofs: null where it stands for a password or an account elsewhere alone. */
export interface ProofShown {
  strong_at: Generated<Moment>
}
