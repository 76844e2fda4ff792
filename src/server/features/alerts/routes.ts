import { stockAlerts as contract } from '#contract/stock-alerts.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import { ownOrigin } from '../../http/origin.ts'
import type { Serve } from '../../http/serve.ts'
import { countRefusals } from '../../limits/rates.ts'
import { cancelAlert, readAlert, requestAlert, stopAlert } from './stock-alerts.ts'

export function stockAlertRoutes(serve: Serve, deps: Deps): void {
  serve(contract.read, ({ caller, params }) => readAlert(deps, caller, params.id))
  serve(contract.ask, ({ caller, params, request }) =>
    countRefusals(deps, request, () =>
      requestAlert(
        deps,
        {
          caller,
          visitor: visitorOf(request, deps.config),
          origin: ownOrigin(request, deps.config.publicUrl),
        },
        params.id,
      ),
    ),
  )
  serve(contract.takeBack, ({ caller, params }) => cancelAlert(deps, caller, params.id))
  serve(contract.stop, ({ body }) => stopAlert(deps, body.secret))
}
