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

export interface PasskeyChallengeRow {
  challenge_hash: string
  expires_at: number
}

export interface TotpSecretRow {
  user_id: string
  /** In base32; null until a code of the first one was typed. */
  secret: string | null
  next_secret: string | null
  last_step: number
}

export interface RecoveryCodeRow {
  code_hash: string
  user_id: string
}
