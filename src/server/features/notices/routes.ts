import { ownNotices as contract } from '#contract/notices.ts'
import type { Deps } from '../../deps.ts'
import type { Serve } from '../../http/serve.ts'
import * as notices from '../../store/notices.ts'

/** What an admin is told by letter. */
export function noticeRoutes(serve: Serve, { db, config, mail, now }: Deps): void {
  const facts = { lowStockAt: config.lowStock, hasMail: mail !== undefined }

  serve(contract.read, async ({ caller }) => ({ ...(await notices.find(db.read, caller.userId)), ...facts }))

  serve(contract.choose, async ({ caller, body }) => {
    await db.write(tx => notices.choose(tx, caller.userId, body, now()))
    return { ...body, ...facts }
  })
}
