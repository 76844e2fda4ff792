import { emptyDatabase } from '../tests/helpers/databases.ts'
import { InheritedSocket } from '../tests/helpers/inherited-socket.ts'
import { type Crowd, checkAcknowledged, checkBooksAndRemove, furnish } from './crowd.ts'
import { nextVersion, thisVersion, type Version, versionIn } from './next-version.ts'
import { pause, type Scenario, type Tally } from './scenario.ts'
import { ShopProcess } from './shop-process.ts'
import { type Call, reader, Visits } from './visits.ts'

/**
 * Updates a shop under load to the next version and back, as in docs/operator-guide.md: no visitor fails twice in a row, and
 * nothing acknowledged is lost. Seen to fail when the shop opens its own port (visitors fail during the whole update), and when
 * data of every later version is refused (no way back). VERSION_BEFORE names the folder of a released version to use instead.
 */
export const update: Scenario = {
  name: 'update and back',
  rounds: { quick: 1, standard: 10 },
  quickEngine: 'sqlite',
  async run({ engine, rounds, random, tally }) {
    const [database, socket, next] = [await emptyDatabase(engine), new InheritedSocket(), await nextVersion()]
    const released = process.env.VERSION_BEFORE
    const [before, after] = released
      ? [await versionIn(released), await thisVersion()]
      : [await thisVersion(), next]
    const open = ({ folder }: Version) => ShopProcess.start(database.environment, 0, {}, { folder, socket })
    // The previous version creates the data, because the next one could create what it does not know.
    await (await open(before)).end('SIGTERM')
    const crowd = await furnish(database, engine, 8)
    let shop = await open(before)
    const visits = new Visits(tally)
    try {
      for (; tally.rounds < rounds; tally.rounds++)
        for (const version of [after, before]) {
          await visits.during(shop.url, callsOf(crowd, tally), async () => {
            await pause(random.between(100, 400))
            await shop.end('SIGTERM')
            shop = await open(version)
            tally.faults++
            await pause(random.between(100, 400))
          })
          tally.expect((await versionAt(shop.url)) === version.number, `${version.number} does not answer`)
          await checkAcknowledged(crowd, shop.url, tally)
        }
    } finally {
      await shop.end('SIGTERM')
      socket.close()
      await next.remove()
    }
    for (const { faults } of crowd.shoppers)
      tally.expect(faults === 0, `${faults} orders were answered with 5xx`)
    tally.note = visits.summary
    await checkBooksAndRemove(crowd, database, engine, tally)
  },
}

/** Customers who order and visitors who read. */
const callsOf = ({ shoppers, item }: Crowd, tally: Tally): Call[] => [
  ...shoppers.map(shopper => (url: string) => shopper.step(url, item)),
  ...['/', '/api/items', `/api/items/${item._id}`].map(path => reader(path, tally)),
]

async function versionAt(url: string): Promise<string | undefined> {
  const metrics = await (await fetch(`${url}/api/metrics`)).text()
  return /^tuckshop_build_info\{.*version="([^"]+)"/m.exec(metrics)?.[1]
}
