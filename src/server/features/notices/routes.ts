import { ownNotices as contract } from '#contract/notices.ts'
import type { Deps } from '../../deps.ts'
import type { Serve } from '../../http/serve.ts'
import * as notices from '../../store/admin-notices.ts'
import * as audit from '../../store/audit.ts'

/** An admin's email notifications. */
export function noticeRoutes(serve: Serve, { db, config, mail, now }: Deps): void {
  const facts = { lowStockAt: config.lowStock, hasMail: mail !== undefined }

  serve(contract.read, async ({ caller }) => ({ ...(await notices.find(db.read, caller.userId)), ...facts }))

  serve(contract.choose, async ({ caller, body }) => {
    await db.write(async tx => {
      await notices.choose(tx, caller.userId, body, now())
      await audit.note(tx, caller, 'notices_chosen', body, now())
    })
    return { ...body, ...facts }
  })
}
