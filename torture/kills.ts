import { migratedDatabase } from '../tests/helpers/databases.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import { openShopAt } from '../tests/helpers/shop.ts'
import { openCardProvider } from './card-provider.ts'
import { checkAcknowledged, checkBooks, furnish } from './crowd.ts'
import { pause, type Scenario } from './scenario.ts'
import { ShopProcess } from './shop-process.ts'
import { checkTrade, peopleOf, Trade } from './trade.ts'

/**
 * kill -9 at random moments, repeatedly on the same data, while orders are placed, removed and paid, refunds made and stock added.
 * Seen to fail when GroupCommit answers before COMMIT (acknowledged orders are lost), when the provider is asked before a refund is
 * stored (the books miss it), and when an invoice is issued after its payment's transaction (paid orders without one).
 */
export const kills: Scenario = {
  name: 'kill -9 under load',
  rounds: { quick: 2, standard: 100 },
  async run({ engine, rounds, random, tally }) {
    const database = await migratedDatabase(engine)
    const provider = await openCardProvider()
    const openDesk = () => openShopAt(database, engine, provider.settings)
    const port = await freePort()
    const crowd = await furnish(database, engine, 4, provider.settings)
    const before = await openDesk()
    const people = await peopleOf(before)
    await before.close()
    const start = () => ShopProcess.start(database.environment, port, provider.settings)
    let shop = await start()
    provider.sendWebhooksTo(shop.url)
    const trade = new Trade(shop.url, provider, people, random)
    let slowest = 0
    try {
      for (; tally.rounds < rounds; tally.rounds++) {
        const load = Promise.all([
          trade.run(),
          ...crowd.shoppers.map(shopper => untilCut(() => shopper.step(shop.url, crowd.item))),
          untilCut(() => crowd.owner.deliver(shop.url)),
        ])
        await trade.untilMore(random.between(1, 25))
        await pause(random.between(0, 50))
        await shop.end('SIGKILL')
        tally.faults++
        shop = await start()
        slowest = Math.max(slowest, shop.startedInMs)
        trade.stop()
        await load
        await checkAcknowledged(crowd, shop.url, tally)
      }
    } finally {
      trade.stop()
      await shop.end('SIGTERM')
    }
    tally.note = `slowest start ${Math.round(slowest)} ms`
    tally.wrong.push(...new Set(trade.wrong))
    const after = await openDesk()
    const { lost, wrong } = await checkTrade(after, trade)
    tally.lost += lost
    tally.wrong.push(...wrong)
    tally.acknowledged += trade.placed.size + trade.paid.size + trade.refunded.size
    await checkBooks(crowd, after, tally)
    await after.close()
    await provider.close()
    await database.remove()
  },
}

async function untilCut(step: () => Promise<boolean>): Promise<void> {
  while (await step());
}
