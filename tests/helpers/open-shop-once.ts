import { readConfig } from '../../src/server/config.ts'
import { openShop } from '../../src/server/process/open-shop.ts'

/** Started several times at once by migrate.test.ts: opens the shop that the environment describes. */
const { db } = await openShop(readConfig(process.env), () => undefined)
await db.close()
