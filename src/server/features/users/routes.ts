import { users as contract } from '#contract/users.ts'
import { hasRole } from '#domain/access.ts'
import { sameEmail } from '#domain/email.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { requestLog } from '../../http/log.ts'
import { pageOf, withOneMore } from '../../http/paging.ts'
import type { Serve } from '../../http/serve.ts'
import * as userList from '../../store/user-list.ts'
import { demoteUser } from './demote-user.ts'
import { canProveEmail, promoteUser } from './promote-user.ts'
import { closeAccount, removeUser, unknownUser } from './remove-user.ts'

export function userRoutes(serve: Serve, deps: Deps): void {
  const { db, config } = deps
  const onlyVerified = config.mode === 'live' && canProveEmail(deps)

  serve(contract.isAdmin, async ({ caller }) => ({ admin: hasRole(caller) }))

  serve(contract.list, async ({ query, reply }) => {
    const { rows, headers } = pageOf('/users', query, await userList.list(db.read, withOneMore(query)))
    reply.headers(headers)
    return rows
  })

  serve(contract.promote, async ({ caller, params }) => {
    const promotion = { by: caller, email: params.email, now: deps.now(), onlyVerified }
    const { id } = await db.write(tx => promoteUser(tx, promotion))
    const promoted = await userList.find(db.read, id)
    if (!promoted) throw unknownUser()
    return promoted
  })

  serve(contract.demote, ({ caller, params }) =>
    db.write(tx => demoteUser(tx, caller, params.email, deps.now())),
  )

  serve(contract.remove, async ({ caller, params, request }) => {
    if (sameEmail(params.email, caller.email)) throw ownAccount()
    const userId = await removeUser(deps, caller, params.email)
    await closeAccount(deps, userId, caller).catch(error =>
      requestLog(request).warn({ err: error }, 'a removed user is left to the job that closes accounts'),
    )
  })
}

const ownAccount = () =>
  new Refusal('own_account', 'This is your own account. Another admin can remove it for you.')
