import { users as contract } from '#contract/users.ts'
import type { Serve } from '../../http/serve.ts'

export function userRoutes(serve: Serve): void {
  serve(contract.isAdmin, async ({ caller }) => ({ admin: caller.admin }))
}
