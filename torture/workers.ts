import { readFile } from 'node:fs/promises'
import { migratedDatabase } from '../tests/helpers/databases.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import { checkAcknowledged, checkBooksAndRemove, furnish } from './crowd.ts'
import { pause, type Scenario } from './scenario.ts'
import { ShopProcess } from './shop-process.ts'

/**
 * A shop with two worker processes, one of which is killed at a random moment under load: the other continues, the killed one is
 * replaced, and nothing acknowledged is lost.
 */
export const workers: Scenario = {
  name: 'two workers, one killed',
  engines: ['postgres'],
  rounds: { quick: 1, standard: 25 },
  async run({ engine, rounds, random, tally }) {
    const database = await migratedDatabase(engine)
    const crowd = await furnish(database, engine, 8)
    const shop = await ShopProcess.start(database.environment, await freePort(), { WORKERS: '2' })
    try {
      for (; tally.rounds < rounds; tally.rounds++) {
        let loading = true
        const steps = [
          ...crowd.shoppers.map(shopper => () => shopper.step(shop.url, crowd.item)),
          () => crowd.owner.deliver(shop.url),
        ]
        const load = steps.map(async step => {
          while (loading) await step()
        })
        await pause(random.between(50, 300))
        process.kill(random.pick(await childrenOf(shop.pid)), 'SIGKILL')
        tally.faults++
        await pause(random.between(50, 300))
        loading = false
        await Promise.all(load)
        while ((await childrenOf(shop.pid)).length < 2) await pause(50)
        await checkAcknowledged(crowd, shop.url, tally)
      }
    } finally {
      await shop.end('SIGTERM')
    }
    await checkBooksAndRemove(crowd, database, engine, tally)
  },
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(/\s+/).filter(Boolean).map(Number)
}
