import type { Deps } from '../deps.ts'
import { type AgingTable, forgetSome } from '../store/aging.ts'

/** Some milliseconds of work: what visitors ask for meanwhile goes in between. */
const atOnce = 500

/** Forgets what came to its moment at `until` or before, in small steps, each a transaction. Answers how many. */
export async function sweep({ db }: Deps, table: AgingTable, until: number): Promise<number> {
  for (let total = 0; ; ) {
    const forgotten = await db.write(tx => forgetSome(tx, table, until, atOnce))
    total += forgotten
    if (forgotten < atOnce) return total
  }
}
