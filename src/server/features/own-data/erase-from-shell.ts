import { theShop } from '#domain/audit.ts'
import { normalizeEmail } from '#domain/email.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as erasures from '../../store/erasures.ts'
import * as users from '../../store/users.ts'
import { eraseFiles, eraseUser, type FileDeps } from './erase-user.ts'

type Shop = Pick<Deps, 'db' | 'now'> & FileDeps & { config: Pick<Deps['config'], 'firebase'> }

/**
 * Erases an account by its email or id, even if an admin has removed it: its owner cannot sign in to do so. Returns a
 * message and whether it succeeded.
 */
export async function eraseFromShell(shop: Shop, named: string): Promise<[string, boolean]> {
  const { db, config, now } = shop
  const [user, ...others] = await users.listWithRemoved(db.read, named, normalizeEmail(named))
  if (!user) return [`Nobody has or had the email or the id ${named}.`, false]
  if (others.length > 0) return [ambiguityMessage([user, ...others]), false]
  if (await erasures.has(db.read, user.id)) return [`${user.id} was erased before. Nothing was done.`, true]
  try {
    await db.write(tx => eraseUser(tx, { by: theShop, userId: user.id, now: now(), evenIfRemoved: true }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.code === 'orders_unsent' ? unsentIn(error) : error.message, false]
  }
  const left: string[] = []
  await eraseFiles(shop, user, error => left.push(error instanceof Error ? error.message : String(error)))
  const message = [
    `${user.email} is erased. ${whatIsLeft}`,
    ...(config.firebase ? [leftAtFirebase] : []),
    ...left,
  ]
  return [message.join(' '), true]
}

const whatIsLeft =
  'Paid orders and invoices stay without the person. The running shop cancels unpaid orders and informs the card provider within a minute; a stopped shop does so after its next start.'

const leftAtFirebase = 'An account of theirs at Firebase stays: delete it in the Firebase console.'

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** Several accounts can have had the same email, because removing an account frees it. */
function ambiguityMessage(found: readonly UserRow[]): string {
  const lines = found.map(
    ({ id, created_at, removed_at }) =>
      `  ${id}  since ${dayOf(created_at)}${removed_at === null ? '' : `, removed ${dayOf(removed_at)}`}`,
  )
  return ['Several accounts have or had this email. Name one by its id:', ...lines].join('\n')
}

/** Builds another message, because the refusal's own is for the customer. */
const unsentIn = ({ extras: { facts } }: Refusal): string =>
  `Nothing was erased. Paid, and neither sent nor refunded yet: ${[facts?.orders].flat().join(', ')}.`
