import { migratedDatabase } from '../tests/helpers/databases.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import { checkAcknowledged, checkBooksAndRemove, furnish } from './crowd.ts'
import { releaseKills } from './release-kills.ts'
import { pause, type Scenario } from './scenario.ts'
import { ShopProcess } from './shop-process.ts'

/**
 * kill -9 at random moments under load, repeatedly on the same data. Seen to fail when GroupCommit answers before COMMIT:
 * acknowledged orders are lost.
 */
const killUnderLoad: Scenario = {
  name: 'kill -9 under load',
  rounds: { quick: 1, standard: 100 },
  async run({ engine, rounds, random, tally }) {
    const database = await migratedDatabase(engine)
    const port = await freePort()
    const crowd = await furnish(database, engine, 8)
    let shop = await ShopProcess.start(database.environment, port)
    let slowest = 0
    try {
      for (; tally.rounds < rounds; tally.rounds++) {
        const load = Promise.all([
          ...crowd.shoppers.map(shopper => untilCut(() => shopper.step(shop.url, crowd.item))),
          untilCut(() => crowd.owner.deliver(shop.url)),
        ])
        await pause(random.between(50, 400))
        await shop.end('SIGKILL')
        await load
        tally.faults++
        shop = await ShopProcess.start(database.environment, port)
        slowest = Math.max(slowest, shop.startedInMs)
        await checkAcknowledged(crowd, shop.url, tally)
      }
    } finally {
      await shop.end('SIGTERM')
    }
    tally.note = `slowest start ${Math.round(slowest)} ms`
    await checkBooksAndRemove(crowd, database, engine, tally)
  },
}

async function untilCut(step: () => Promise<boolean>): Promise<void> {
  while (await step());
}

export const killScenarios: Scenario[] = [killUnderLoad, releaseKills]
