import type { Deps } from '../deps.ts'
import { type AgingTable, forgetSome } from '../store/aging.ts'

/** Some milliseconds of work: what visitors ask for meanwhile goes in between. */
const atOnce = 500

/** Forgets what came to its moment at `until` or before, in small steps, each a transaction. Answers how many. */
export const sweep = ({ db }: Deps, table: AgingTable, until: number): Promise<number> =>
  inSteps(atOnce, limit => db.write(tx => forgetSome(tx, table, until, limit)))

/** Does something to so many at once, until there are fewer. Answers to how many. */
export async function inSteps(size: number, step: (limit: number) => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const done = await step(size)
    total += done
    if (done < size) return total
  }
}
