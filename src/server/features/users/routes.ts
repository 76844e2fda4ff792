import { users as contract, type ListedUser } from '#contract/users.ts'
import { sameEmail } from '#domain/email.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { pageOf, withOneMore } from '../../http/paging.ts'
import type { Serve } from '../../http/serve.ts'
import * as users from '../../store/users.ts'
import { promoteUser } from './promote-user.ts'
import { closeAccount, removeUser } from './remove-user.ts'

export function userRoutes(serve: Serve, deps: Deps): void {
  const { db, config, mail } = deps
  const onlyVerified = config.mode === 'live' && mail !== undefined

  serve(contract.isAdmin, async ({ caller }) => ({ admin: caller.admin }))

  serve(contract.list, async ({ query, reply }) => {
    const found = await users.list(db.read, withOneMore(query))
    const { rows, headers } = pageOf('/users', query, found.map(toListed))
    reply.headers(headers)
    return rows
  })

  serve(contract.promote, async ({ params }) => {
    const promotion = { email: params.email, now: deps.now(), onlyVerified }
    return toListed(await db.write(tx => promoteUser(tx, promotion)))
  })

  serve(contract.remove, async ({ caller, params, request }) => {
    if (sameEmail(params.email, caller.email)) throw ownAccount()
    const userId = await removeUser(deps, params.email)
    await closeAccount(deps, userId, caller.email).catch(error =>
      request.log.warn({ err: error }, 'a removed user is left to the job that closes accounts'),
    )
  })
}

const ownAccount = () =>
  new Refusal('own_account', 'This is your own account. Another admin can remove it for you.')

const toListed = ({ id, email, admin_since, email_verified_at }: UserRow): ListedUser => ({
  _id: id,
  email,
  role: admin_since === null ? null : 'admin',
  verified: email_verified_at !== null,
})
