import type { Writing } from '../db/tables.ts'

/** What is forgotten by age: the key of each table, and the moment that ages. An index leads to the oldest. `of` is the table where it has another name. */
const aging = {
  sessions: { key: 'token_hash', moment: 'expires_at' },
  proofs: { key: 'proof_hash', moment: 'expires_at' },
  mailed_links: { key: 'secret_hash', moment: 'expires_at' },
  attempts: { key: 'name', moment: 'resets_at' },
  sign_in_flows: { key: 'state_hash', moment: 'expires_at' },
  passkey_challenges: { key: 'challenge_hash', moment: 'expires_at' },
  card_events: { key: 'id', moment: 'received_at' },
  // Letters that wait stay.
  outbox: { key: 'id', moment: 'sent_at' },
  given_up: { key: 'id', moment: 'given_up_at', of: 'outbox' },
} as const

export type AgingTable = keyof typeof aging

/** Forgets the oldest of what came to its moment at `until` or before. Answers how many. */
export async function forgetSome(
  tx: Writing,
  name: AgingTable,
  until: number,
  limit: number,
): Promise<number> {
  const [key, moment] = [tx.dynamic.ref(aging[name].key), tx.dynamic.ref(aging[name].moment)]
  // The tables have nothing in common but this: the compiler is told of one of them.
  const table = ('of' in aging[name] ? aging[name].of : name) as 'sessions'
  const oldest = tx.selectFrom(table).select(key).where(moment, '<=', until).orderBy(moment).limit(limit)
  const { numDeletedRows } = await tx.deleteFrom(table).where(key, 'in', oldest).executeTakeFirst()
  return Number(numDeletedRows)
}
