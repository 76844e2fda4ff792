import { profiles as contract, type NewProfile } from '#contract/profiles.ts'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ProfileRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Serve } from '../../http/serve.ts'
import { limitWrite } from '../../limits/rates.ts'
import * as profiles from '../../store/profiles.ts'
import * as users from '../../store/users.ts'

/** Saving the form sends two writes. */
const mostPerHour = 120

const emptyProfile = { address: '', education: '', linkedin: '', mobileNumber: '' }

export function profileRoutes(serve: Serve, { db, now }: Deps): void {
  const save = <T>({ userId }: Caller, work: (tx: Writing) => Promise<T>): Promise<T> =>
    db.write(async tx => {
      // A user who is being erased gets no new data.
      await users.lockCaller(tx, userId)
      const limit = { name: `profile ${userId}`, most: mostPerHour, withinMs: 3_600_000 }
      await limitWrite(tx, limit, now(), 'changes to a profile')
      return work(tx)
    })

  serve(contract.one, async ({ params }) => {
    const user = await users.findByEmail(db.read, params.email)
    if (!user) throw new Refusal('not_found', 'There is no user with this email.')
    const profile = await profiles.find(db.read, user.id, user.email)
    return profile ?? { name: user.display_name, email: user.email, ...emptyProfile }
  })

  serve(contract.create, async ({ caller, body, reply }) => {
    const created = await save(caller, tx => profiles.create(tx, rowOf(caller, body, now())))
    if (created) reply.code(201)
    return (await profiles.find(db.read, caller.userId, caller.email)) ?? body
  })

  serve(contract.replace, async ({ caller, body }) => {
    await save(caller, tx => profiles.replace(tx, rowOf(caller, body, now())))
    return body
  })
}

const rowOf = ({ userId }: Caller, body: NewProfile, now: number): ProfileRow => ({
  user_id: userId,
  name: body.name,
  address: body.address,
  education: body.education,
  linkedin: body.linkedin,
  mobile_number: body.mobileNumber,
  updated_at: now,
})
