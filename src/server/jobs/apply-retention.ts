import type { Deps } from '../deps.ts'
import * as audit from '../store/audit.ts'
import * as forgetOrders from '../store/delete-orders.ts'
import { deleteSome, retention } from '../store/retention.ts'
import * as shopContent from '../store/shop-content.ts'

/** A few milliseconds of work, so that requests run in between. */
const rowsAtOnce = 500

/** Smaller, because each order takes several statements. */
const ordersAtOnce = 50

/** Deletes data that is older than its retention time, in small transactions. Returns the counts by kind. */
export async function applyRetention({ db, now, config, metrics }: Deps): Promise<Record<string, number>> {
  const { keptMs } = config
  const deleted: Record<string, number> = {}
  const add = (what: string, count: number) => {
    deleted[what] = (deleted[what] ?? 0) + count
  }
  for (const rule of retention) {
    const until = now() - (rule.retainedFor === 'expired' ? 0 : keptMs[rule.retainedFor])
    add(rule.table, await inSteps(rowsAtOnce, limit => db.write(tx => deleteSome(tx, rule, until, limit))))
  }
  add(
    'audit_log',
    await inSteps(rowsAtOnce, limit =>
      db.write(tx => audit.deleteOldest(tx, { keptMs: keptMs.audit, now: now() }, limit)),
    ),
  )
  add(
    'unpaid_orders',
    await inSteps(ordersAtOnce, limit =>
      db.write(tx => forgetOrders.deleteOldest(tx, now() - keptMs.unpaidOrders, limit, now())),
    ),
  )
  add(
    'shop_content',
    await inSteps(rowsAtOnce, limit =>
      db.write(tx => shopContent.deleteOld(tx, now() - shopContent.undoMs, limit)),
    ),
  )
  for (const [what, count] of Object.entries(deleted)) metrics.deletedByAge.add(what, count)
  return deleted
}

/** Repeats a step of limited size until it finds fewer rows. Returns the total. */
async function inSteps(size: number, step: (limit: number) => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const done = await step(size)
    total += done
    if (done < size) return total
  }
}
