import type { Writing } from '../db/schema/tables.ts'

interface Rule {
  table:
    | 'sessions'
    | 'proofs'
    | 'mailed_links'
    | 'welcome_links'
    | 'rate_counters'
    | 'sign_in_flows'
    | 'passkey_challenges'
    | 'card_events'
    | 'newsletter_subscribers'
    | 'outbox'
  key: string
  /** The time column from which the retention counts. It has an index. */
  since: string
  /** The setting that applies, or 'expired' for rows that are deleted when they expire. */
  retainedFor: 'emails' | 'cardEvents' | 'expired'
}

/** Everything that is deleted by age alone. Unsent emails have no such time, so they stay. */
export const retention: readonly Rule[] = [
  { table: 'sessions', key: 'token_hash', since: 'expires_at', retainedFor: 'expired' },
  { table: 'proofs', key: 'proof_hash', since: 'expires_at', retainedFor: 'expired' },
  { table: 'mailed_links', key: 'secret_hash', since: 'expires_at', retainedFor: 'expired' },
  { table: 'welcome_links', key: 'secret_hash', since: 'expires_at', retainedFor: 'expired' },
  { table: 'rate_counters', key: 'name', since: 'resets_at', retainedFor: 'expired' },
  { table: 'sign_in_flows', key: 'state_hash', since: 'expires_at', retainedFor: 'expired' },
  { table: 'passkey_challenges', key: 'challenge_hash', since: 'expires_at', retainedFor: 'expired' },
  { table: 'newsletter_subscribers', key: 'token_hash', since: 'expires_at', retainedFor: 'expired' },
  { table: 'card_events', key: 'id', since: 'received_at', retainedFor: 'cardEvents' },
  { table: 'outbox', key: 'id', since: 'sent_at', retainedFor: 'emails' },
  { table: 'outbox', key: 'id', since: 'given_up_at', retainedFor: 'emails' },
]

/** Deletes the oldest rows whose time was at `until` or before. Returns how many. */
export async function deleteSome(tx: Writing, rule: Rule, until: number, limit: number): Promise<number> {
  const [key, since] = [tx.dynamic.ref(rule.key), tx.dynamic.ref(rule.since)]
  // The tables share only this column, so the type of one of them is used for all.
  const table = rule.table as 'sessions'
  const oldest = tx.selectFrom(table).select(key).where(since, '<=', until).orderBy(since).limit(limit)
  const { numDeletedRows } = await tx.deleteFrom(table).where(key, 'in', oldest).executeTakeFirst()
  return Number(numDeletedRows)
}
