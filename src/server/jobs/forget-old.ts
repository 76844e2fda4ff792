import type { Deps } from '../deps.ts'
import * as audit from '../store/audit.ts'
import * as forgetOrders from '../store/forget-orders.ts'
import { inSteps } from './sweep.ts'
import { sweepCardEvents } from './sweep-card-events.ts'
import { sweepOutbox } from './sweep-outbox.ts'

/** Each takes several statements. */
const ordersAtOnce = 50

/** Forgets what has been kept for as long as the settings say, in small steps. Answers how many of what. */
export async function forgetOld(deps: Deps): Promise<Record<string, number>> {
  const { db, now, config, metrics } = deps
  const { audit: auditMs, unpaidOrders: unpaidMs } = config.keptMs
  const forgotten = {
    letters: await sweepOutbox(deps),
    card_events: await sweepCardEvents(deps),
    audit_rows: await inSteps(500, limit =>
      db.write(tx => audit.forgetSome(tx, { keptMs: auditMs, now: now() }, limit)),
    ),
    unpaid_orders: await inSteps(ordersAtOnce, limit =>
      db.write(tx => forgetOrders.forgetSome(tx, now() - unpaidMs, limit, now())),
    ),
  }
  for (const [what, count] of Object.entries(forgotten)) metrics.forgotten.add(what, count)
  return forgotten
}
