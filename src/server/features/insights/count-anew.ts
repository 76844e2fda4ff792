import { type PeriodLength, periodLengths, periodOf } from '#domain/period.ts'
import type { Deps } from '../../deps.ts'
import * as recentSales from '../../store/recent-sales.ts'

/**
 * Brings what was sold of each item in the last days up to today. A job does it after midnight, so that whoever looks
 * next need not wait; whoever looks earlier than the job does it here.
 */
export async function countAnew(
  deps: Deps,
  lengths: readonly PeriodLength[] = periodLengths,
  stopped?: AbortSignal,
): Promise<void> {
  for (const length of new Set(lengths)) {
    const { from } = periodOf(length, deps.now(), deps.config.timeZone)
    let isDone = (await recentSales.startOf(deps.db.read, length)) === from
    while (!isDone && !stopped?.aborted)
      isDone = await deps.db.write(tx => recentSales.moveStart(tx, length, from))
  }
}
