import { users as contract } from '#contract/users.ts'
import { hasRole } from '#domain/access.ts'
import { sameEmail } from '#domain/email.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { answerPage, withOneMore } from '../../http/paging.ts'
import type { Serve } from '../../http/serve.ts'
import * as userList from '../../store/user-list.ts'
import { bringBackUser } from './bring-back-user.ts'
import { demoteUser } from './demote-user.ts'
import { canProveEmail, promoteUser } from './promote-user.ts'
import { removeUser, unknownUser } from './remove-user.ts'

export function userRoutes(serve: Serve, deps: Deps): void {
  const { db, config } = deps
  const onlyVerified = config.mode === 'live' && canProveEmail(deps)

  const listed = async (id: string) => {
    const user = await userList.find(db.read, id)
    if (!user) throw unknownUser()
    return user
  }

  serve(contract.isAdmin, async ({ caller }) => ({ admin: hasRole(caller) }))

  serve(contract.list, async ({ query, reply }) => {
    return answerPage(reply, '/users', query, await userList.list(db.read, withOneMore(query)))
  })

  serve(contract.promote, async ({ caller, params }) => {
    const promotion = { by: caller, email: params.email, now: deps.now(), onlyVerified }
    const { id } = await db.write(tx => promoteUser(tx, promotion))
    return listed(id)
  })

  serve(contract.demote, ({ caller, params }) =>
    db.write(tx => demoteUser(tx, caller, params.email, deps.now())),
  )

  serve(contract.remove, async ({ caller, params }) => {
    if (sameEmail(params.email, caller.email)) throw ownAccount()
    await removeUser(deps, caller, params.email)
  })

  serve(contract.bringBack, async ({ caller, params }) =>
    listed(await bringBackUser(deps, caller, params.email)),
  )
}

const ownAccount = () =>
  new Refusal('own_account', 'This is your own account. Another admin can remove it for you.')
