import type { Moment } from './money-tables.ts'

export interface SessionRow {
  token_hash: string
  user_id: string
  created_at: number
  expires_at: number
  /** To the minute; null until it is used some time after it began. */
  last_used_at: Moment
  /** From where it began: a browser's name, and an address. */
  browser: string | null
  address: string | null
}

export interface ProofRow {
  proof_hash: string
  user_id: string
  expires_at: number
}

/** A link in a letter, which is good once. */
export interface MailedLinkRow {
  secret_hash: string
  user_id: string
  purpose: 'reset' | 'verify'
  expires_at: number
}
