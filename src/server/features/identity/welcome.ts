import { accountGone, type Caller, hasRole } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Reading } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/address.ts'
import { checkRate } from '../../limits/rates.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as adminNotices from '../../store/admin-notices.ts'
import * as audit from '../../store/audit.ts'
import { lockMode } from '../../store/shop-mode.ts'
import * as users from '../../store/users.ts'
import * as welcomeLinks from '../../store/welcome-links.ts'

const hour = 3_600_000

/** The secret of a link that makes its first user the owner; undefined for a demo, and for a shop that has an admin. */
export async function newWelcome({
  config,
  db,
  now,
}: Pick<Deps, 'config' | 'db' | 'now'>): Promise<string | undefined> {
  if (config.mode !== 'live' || (await users.hasAdmin(db.read))) return undefined
  const secret = newToken()
  const link = { secret_hash: tokenHash(secret), expires_at: now() + hour }
  await db.write(tx => welcomeLinks.add(tx, link), { patient: true })
  return secret
}

const limitsOf = ({ address, times }: Visitor) => [
  { name: `welcome from ${address}`, most: 100 * times, withinMs: hour },
]

/**
 * Says before anybody fills in a form whether the link still works. Only other links count: without TRUSTED_PROXIES all
 * visitors have one address, and must not lock the owner out.
 */
export async function checkWelcome(deps: Deps, token: string, visitor: Visitor): Promise<void> {
  try {
    await refuseUnusable(deps.db.read, token, deps.now())
  } catch (error) {
    if (error instanceof Refusal) await checkRate(deps, limitsOf(visitor))
    throw error
  }
}

/**
 * Makes the caller the first admin, which voids every link. Whoever has the link can read the log of the shop, so their email needs no other proof. The
 * lock makes sure that of two people with two links only one becomes admin.
 */
export async function claimShop(deps: Deps, caller: Caller, token: string, visitor: Visitor): Promise<void> {
  const { db, now } = deps
  // The answer to the first try may have been lost.
  if (hasRole(caller)) return
  await checkWelcome(deps, token, visitor)
  await db.write(async tx => {
    await lockMode(tx)
    await refuseUnusable(tx, token, now())
    const admin = await users.makeAdmin(tx, caller.email, now())
    if (!admin) throw accountGone()
    await users.setVerified(tx, admin.id, now())
    await adminNotices.chooseForFirst(tx, admin.id, now())
    await audit.note(tx, caller, 'role_given', { user: admin.id, by: 'welcome link' }, now())
  })
}

async function refuseUnusable(db: Reading, token: string, now: number): Promise<void> {
  if (await users.hasAdmin(db))
    throw new Refusal(
      'link_used_or_old',
      'This shop already has an owner, so this link no longer works. Sign in, or ask an admin to give you the admin role.',
    )
  if (!(await welcomeLinks.isValid(db, tokenHash(token), now)))
    throw new Refusal(
      'link_used_or_old',
      'This link does not work or has expired: it is valid for one hour. Restart the shop to get a new one.',
    )
}
