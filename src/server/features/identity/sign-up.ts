import { v7 as newId } from 'uuid'
import type { BodyOf } from '#contract/endpoint.ts'
import type { identity } from '#contract/identity.ts'
import { Refusal } from '#domain/refusal.ts'
import { isUniqueViolation } from '../../db/engine/faults.ts'
import type { UserRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/address.ts'
import { withRate } from '../../limits/rates.ts'
import * as users from '../../store/users.ts'
import { checkPassword } from './check-password.ts'
import { signUpAtFirebase } from './firebase.ts'

const hour = 3_600_000

export async function signUp(
  deps: Deps,
  wanted: BodyOf<typeof identity.signUp>,
  visitor: Visitor,
): Promise<UserRow> {
  const limit = { name: `sign-up from ${visitor.address}`, most: 100 * visitor.times, withinMs: hour }
  return withRate(deps, [limit], () => create(deps, wanted, visitor))
}

async function create(
  deps: Deps,
  { name, email, password }: BodyOf<typeof identity.signUp>,
  visitor: Visitor,
): Promise<UserRow> {
  const { db, now, passwords, firebase } = deps
  if (firebase) return signUpAtFirebase(deps, firebase, { name, email, password }, visitor)
  await checkPassword(deps, password)
  if (await users.findByEmail(db.read, email)) throw taken()
  const user: UserRow = {
    id: newId(),
    email,
    display_name: name,
    photo_url: null,
    password_hash: await passwords.hash(password, visitor),
    email_verified_at: null,
    admin_since: null,
    created_at: now(),
    removed_at: null,
    closed_at: null,
    last_seen_at: null,
  }
  try {
    await db.write(tx => users.insert(tx, user))
  } catch (error) {
    if (isUniqueViolation(error)) throw taken()
    throw error
  }
  return user
}

const taken = () =>
  new Refusal('email_taken', 'There is already an account with this email. Sign in instead.', {
    fields: { email: 'There is already an account with this email.' },
  })
