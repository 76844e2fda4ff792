import type { NameOf } from '#domain/audit-words.ts'
import { formatNumber } from '#domain/order-number.ts'
import type { AuditRow, Reading } from '../db/schema/tables.ts'
import { batchesOf } from './personal-data.ts'

interface Names {
  /** The email of the actor, or the id if the account was erased. */
  emailOf: (id: string) => string
  nameOf: NameOf
}

const idsIn = (detail: string): string[] =>
  Array.from(detail.matchAll(/"([0-9a-f-]{36})"/g), ([, id = '']) => id)

/**
 * Readable names for the ids in these rows. The log contains only ids, so an erased person leaves no name in it. If an email
 * now belongs to another account, the name says that the earlier account was removed.
 */
export async function namesOf(
  db: Reading,
  rows: readonly Pick<AuditRow, 'who' | 'detail'>[],
): Promise<Names> {
  const ids = [
    ...new Set(rows.flatMap(({ who, detail }) => [...(who === null ? [] : [who]), ...idsIn(detail)])),
  ]
  const emails = new Map<string, string>()
  const names = new Map<string, string>()
  for (const some of batchesOf(ids)) {
    for (const { id, email, called, removed_at } of await people(db, some)) {
      // Erased: only the id is left.
      if (!email.includes('@')) continue
      emails.set(id, removed_at === null ? email : `${email} (removed)`)
      names.set(id, `${called} (${email}${removed_at === null ? '' : ', removed'})`)
    }
    const items = await db.selectFrom('items').select(['id', 'name']).where('id', 'in', some).execute()
    for (const { id, name } of items) names.set(id, name)
    const orders = await db.selectFrom('orders').select(['id', 'number']).where('id', 'in', some).execute()
    for (const { id, number } of orders) names.set(id, formatNumber(number))
  }
  return { emailOf: id => emails.get(id) ?? id, nameOf: id => names.get(id) }
}

const people = (db: Reading, ids: readonly string[]) =>
  db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(({ fn }) => [
      'users.id',
      'users.email',
      'users.removed_at',
      fn.coalesce('profiles.name', 'users.display_name').as('called'),
    ])
    .where('users.id', 'in', ids)
    .execute()
