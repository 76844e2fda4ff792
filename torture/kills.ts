import { emptyPlace, type TestPlace } from '../tests/helpers/databases.ts'
import { freePort } from '../tests/helpers/postgres.ts'
import { openShopAt } from '../tests/helpers/shop.ts'
import { releaseKills } from './release-kills.ts'
import { pause, type Run, type Scenario } from './scenario.ts'
import { ShopProcess } from './shop-process.ts'
import { Shopper } from './shopper.ts'

/**
 * kill -9 at a random moment under load, over and over on the same data. Seen to fail when GroupCommit answers
 * before COMMIT: acknowledged orders are gone after the kill.
 */
const killUnderLoad: Scenario = {
  name: 'kill -9 under load',
  rounds: { quick: 3, standard: 100 },
  async run({ engine, rounds, random, tally }) {
    const place = await emptyPlace(engine)
    const port = await freePort()
    const { item, shoppers } = await furnish(place, engine, 8)
    let shop = await ShopProcess.start(place.environment, port)
    let slowest = 0
    try {
      for (; tally.rounds < rounds; tally.rounds++) {
        const load = Promise.all(shoppers.map(shopper => shopUntilCut(shopper, shop.url, item)))
        await pause(random.between(50, 400))
        await shop.end('SIGKILL')
        await load
        tally.faults++
        shop = await ShopProcess.start(place.environment, port)
        slowest = Math.max(slowest, shop.startedInMs)
        for (const shopper of shoppers) {
          await shopper.finish(shop.url)
          const { lost, doubled } = await shopper.compare(shop.url)
          tally.lost += lost
          tally.expect(doubled === 0, `${doubled} orders were placed twice`)
        }
      }
    } finally {
      await shop.end('SIGTERM')
    }
    tally.acknowledged = shoppers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    tally.note = `slowest start ${Math.round(slowest)} ms`
    const quiet = await openShopAt(place, engine)
    await tally.checkBooks(quiet.deps.db.read)
    await quiet.close()
    await place.remove()
  },
}

async function shopUntilCut(shopper: Shopper, url: string, item: Parameters<Shopper['step']>[1]) {
  while (await shopper.step(url, item));
}

/** Customers who are signed in and an item that does not run out. */
export async function furnish(place: TestPlace, engine: Run['engine'], count: number) {
  const shop = await openShopAt(place, engine)
  const item = await shop.item({ availableQuantity: 1_000_000 })
  const shoppers: Shopper[] = []
  for (let i = 0; i < count; i++) {
    const { email, token } = await shop.customer()
    shoppers.push(new Shopper(email, token))
  }
  await shop.close()
  return { item, shoppers }
}

export const killScenarios: Scenario[] = [killUnderLoad, releaseKills]
