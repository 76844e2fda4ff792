import type { Act } from '#domain/audit.ts'

/** A line of the audit log (audit-chain.ts). Never changed. */
export interface AuditRow {
  id: string
  /** Counts from 1 without a gap. */
  n: number
  at: number
  /** The id of a user; null for the shop itself, a command, and whoever was not let in. */
  who: string | null
  address: string | null
  what: Act
  /** JSON, with ids and figures and nobody's name. */
  detail: string
  /** The hash of the line before, or nothing. */
  previous_hash: string
  hash: string
}

/** Where the log ends, and which of its lines were the last that went because they were old. */
export interface AuditChainRow {
  /** Always 1: there is one row. */
  id: number
  last_n: number
  last_at: number
  last_hash: string
  forgotten_n: number
  forgotten_hash: string
  /** For how long rows were kept when some were last forgotten; null before that. */
  kept_ms: number | null
  /** Up to here an earlier version has forgotten, and kept nothing that shows how old the last one was. */
  unproven_n: number
}

/** A row of the log is about this person, order or item, among others. store/audit.ts writes it. */
export interface AuditSubjectRow {
  subject: string
  n: number
}

/** Somebody wanted to be forgotten, and was: by the id alone. */
export interface ErasureRow {
  user_id: string
  asked_at: number
  /** When the card provider was told; null while that is still to be done. */
  provider_told_at: number | null
  /** When that was last tried. */
  tried_at: number
  /** When the database file was last made anew without what was deleted. */
  cleaned_at: number | null
}
