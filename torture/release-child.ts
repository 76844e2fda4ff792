import { readConfig } from '../src/server/config.ts'
import { releaseHolds } from '../src/server/jobs/release-holds.ts'
import { openShop } from '../src/server/process/open-shop.ts'

/** Started by release-kills.ts, which kills it while it works. */
const deps = await openShop(readConfig(process.env), () => undefined)
process.stdout.write('begins\n')
await releaseHolds(deps)
await deps.db.close()
