import type { BodyOf } from '#contract/endpoint.ts'
import type { identity } from '#contract/identity.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { checkRate } from '../../http/rates.ts'
import * as attempts from '../../store/attempts.ts'
import * as users from '../../store/users.ts'
import { writeProof } from './proof.ts'

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
): Promise<{ user: UserRow; proof: string }> {
  const { db, now, passwords } = deps
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
  const stored = user.password_hash
  const { matches, outdated } = await passwords.verify(password, stored)
  if (!matches) throw wrongPassword()
  const renewed = outdated ? await passwords.hash(password) : stored
  const proof = await db.write(async tx => {
    // Checking takes a while: an account that was claimed meanwhile has lost this password.
    if (!(await users.replacePassword(tx, user.id, stored, renewed))) throw wrongPassword()
    for (const { name } of limits) await attempts.forgive(tx, name)
    return writeProof(tx, user.id, now())
  })
  return { user, proof }
}

const wrongPassword = () => new Refusal('wrong_password', 'Wrong password.Try again')
