import { users as contract, type ListedUser } from '#contract/users.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { pageOf, withOneMore } from '../../http/lists.ts'
import type { Serve } from '../../http/serve.ts'
import * as users from '../../store/users.ts'
import { closeAccount, type RemoveOrder, removeUser, unknownUser } from './remove-user.ts'

export function userRoutes(serve: Serve, deps: Deps, removeOrder: RemoveOrder): void {
  const { db } = deps

  serve(contract.isAdmin, async ({ caller }) => ({ admin: caller.admin }))

  serve(contract.list, async ({ query, reply }) => {
    const found = await users.list(db.read, withOneMore(query))
    const { rows, headers } = pageOf('/users', query, found.map(toListed))
    reply.headers(headers)
    return rows
  })

  serve(contract.promote, async ({ params }) => {
    const admin = await db.write(tx => users.makeAdmin(tx, params.email, deps.now()))
    if (!admin) throw unknownUser()
    return toListed(admin)
  })

  serve(contract.remove, async ({ params, request }) => {
    const userId = await removeUser(deps, params.email)
    await closeAccount(deps, userId, removeOrder).catch(error =>
      request.log.warn({ err: error }, 'a removed user is left to the job that closes accounts'),
    )
  })
}

const toListed = ({ id, email, admin_since }: UserRow): ListedUser => ({
  _id: id,
  email,
  role: admin_since === null ? null : 'admin',
})
