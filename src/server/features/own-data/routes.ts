import { ownData as contract } from '#contract/own-data.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import { requestLog } from '../../http/log.ts'
import type { Serve } from '../../http/serve.ts'
import { eraseAccount } from './erase-account.ts'
import { exportData } from './export-data.ts'

export function ownDataRoutes(serve: Serve, deps: Deps): void {
  serve(contract.export, async ({ caller, reply }) => {
    const file = await exportData(deps, caller)
    reply.header('content-disposition', 'attachment; filename="my-data.json"')
    return file
  })

  serve(contract.erase, ({ caller, body, request }) => {
    const visitor = visitorOf(request, deps.config)
    const proof = { visitor, password: body.password, provedAt: request.session?.provedAt ?? 0 }
    return eraseAccount(deps, caller, proof, error =>
      requestLog(request).warn({ err: error }, 'a part of an erasure is left'),
    )
  })
}
