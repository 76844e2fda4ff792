import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { releaseHolds } from '../src/server/jobs/release-holds.ts'
import { confirmed } from '../tests/helpers/customers.ts'
import { migratedDatabase, type TestDatabase } from '../tests/helpers/databases.ts'
import { itemOfLapsedHolds } from '../tests/helpers/lapsed-holds.ts'
import { programEnvironment } from '../tests/helpers/program-environment.ts'
import { openShopAt } from '../tests/helpers/shop.ts'
import { pause, type Scenario } from './scenario.ts'

const child = join(import.meta.dirname, 'release-child.ts')
const lapsed = 1000

/**
 * A process is killed while it releases lapsed holds, and another one continues: each hold is released exactly once. Seen to fail
 * when release-holds.ts marks the hold and returns the stock in two transactions: stock is missing after the kill.
 */
export const releaseKills: Scenario = {
  name: 'kill -9 while holds lapse',
  rounds: { quick: 1, standard: 40 },
  quickEngine: 'postgres',
  async run({ engine, rounds, random, tally }) {
    const database = await migratedDatabase(engine)
    const shop = await openShopAt(database, engine)
    const { email } = await confirmed(shop.deps, await shop.customer())
    await shop.close()
    for (; tally.rounds < rounds; tally.rounds++) {
      const before = await openShopAt(database, engine)
      await itemOfLapsedHolds(before, email, lapsed)
      await before.close()
      const afterMs = random.between(0, 25)
      await killedAfter(database, afterMs)
      tally.faults++
      const after = await openShopAt(database, engine)
      await Promise.all([releaseHolds(after.deps), releaseHolds(after.deps)])
      await tally.checkBooks(after.deps.db.read)
      const item = await after.deps.db.read
        .selectFrom('items')
        .select(['stocked_quantity', 'available_quantity'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      tally.expect(
        item.available_quantity === item.stocked_quantity,
        `${item.available_quantity} of ${item.stocked_quantity} came back, killed after ${afterMs} ms`,
      )
      tally.acknowledged += lapsed
      await after.close()
    }
    await database.remove()
  },
}

/** Starts a process that releases the holds and kills it so many milliseconds after it has begun. */
async function killedAfter({ environment }: TestDatabase, ms: number): Promise<void> {
  const releasing = spawn(process.execPath, [child], {
    env: { ...programEnvironment, SHOP_MODE: 'live', LOG_LEVEL: 'fatal', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(releasing, 'exit')
  await once(releasing.stdout, 'data')
  await pause(ms)
  releasing.kill('SIGKILL')
  await ended
}
