import { taxes as contract } from '#contract/taxes.ts'
import type { Deps } from '../../deps.ts'
import type { Serve } from '../../http/serve.ts'
import * as audit from '../../store/audit.ts'
import { exportInvoices } from './export-invoices.ts'
import { reportTaxes } from './report-taxes.ts'

export function taxRoutes(serve: Serve, deps: Deps): void {
  serve(contract.report, () => reportTaxes(deps))

  serve(contract.export, async ({ caller, query, reply }) => {
    await deps.db.write(tx => audit.note(tx, caller, 'invoices_exported', {}, deps.now()))
    reply.header('content-disposition', 'attachment; filename="invoices.csv"')
    return exportInvoices(deps, query)
  })
}
