import type { BodyOf } from '#contract/endpoint.ts'
import type { identity } from '#contract/identity.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as attempts from '../../store/attempts.ts'
import * as users from '../../store/users.ts'
import { checkRate } from './rates.ts'

const quarter = 15 * 60_000

/** The page tells unknown users from wrong passwords (the spec), so guessing is limited from three sides. */
const limitsFor = (email: string, address: string): attempts.Limit[] => [
  { name: `sign-in ${email} from ${address}`, most: 10, withinMs: quarter },
  { name: `sign-in ${email}`, most: 100, withinMs: quarter },
  { name: `sign-in from ${address}`, most: 300, withinMs: quarter },
]

export async function signIn(
  deps: Deps,
  { email, password }: BodyOf<typeof identity.signIn>,
  address: string,
): Promise<UserRow> {
  const { db, passwords } = deps
  const limits = limitsFor(email, address)
  await checkRate(deps, limits)
  const user = await users.findByEmail(db.read, email)
  if (!user) throw new Refusal('user_not_found', 'User not found')
  if (!user.password_hash) {
    throw new Refusal(
      'wrong_password',
      'This account has no password. Please sign in the way you did before.',
    )
  }
  const { matches, outdated } = await passwords.verify(password, user.password_hash)
  if (!matches) throw new Refusal('wrong_password', 'Wrong password.Try again')
  const renewed = outdated ? await passwords.hash(password) : undefined
  await db.write(async tx => {
    for (const { name } of limits) await attempts.forgive(tx, name)
    if (renewed) await users.setPasswordHash(tx, user.id, renewed)
  })
  return user
}
