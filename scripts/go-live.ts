import { existsSync } from 'node:fs'
import { Passwords } from '../src/server/adapters/passwords.ts'
import type { Config } from '../src/server/config.ts'
import { claimFolder, DataRefused, databaseFile } from '../src/server/db/data-dir.ts'
import { openExisting } from '../src/server/db/open-existing.ts'
import { otherShops } from '../src/server/db/other-connections.ts'
import { refusePartOfData } from '../src/server/db/schema/later-version.ts'
import { migrate } from '../src/server/db/schema/migrate.ts'
import { goLive, type Orders, type Outcome } from '../src/server/features/go-live/go-live.ts'
import { firstLiveContent } from '../src/server/process/first-content.ts'
import { runCommand, settingsOfShop, UsageError } from './command.ts'

/** npm run shop -- go-live: turns a demo into a live shop. */
await runCommand('go-live', async ({ switches }) => {
  const { 'remove-orders': remove, 'keep-orders': keep } = switches
  if (remove && keep) throw new UsageError('Orders are either kept or removed.')
  return print(await change(settingsOfShop(), remove ? 'remove' : keep ? 'keep' : undefined))
})

/** No shop may run meanwhile: signed-in visitors of the demo would stay signed in to the live shop. */
async function change(config: Config, orders: Orders | undefined): Promise<Outcome> {
  const isThere = !config.databaseUrl && existsSync(databaseFile(config.dataDir))
  const claim = isThere ? claimFolder(config.dataDir) : undefined
  try {
    const db = await openExisting(config)
    try {
      if (config.databaseUrl && (await otherShops(db.read)) > 0)
        throw new DataRefused('A shop is running on this PostgreSQL database. Stop it first.')
      await refusePartOfData(db.read, db.engine.name)
      await migrate(db)
      const content = firstLiveContent(config)
      return await goLive({ db, passwords: new Passwords(), now: Date.now(), orders, content })
    } finally {
      await db.close()
    }
  } finally {
    claim?.release()
  }
}

function print(outcome: Outcome): boolean {
  if (outcome.done) {
    console.log(
      'This is now a live shop. The demo’s accounts, goods, reviews and texts are gone; everyone else must sign in again.',
    )
    if (outcome.formerAdmins.length > 0)
      console.log(`These admins of the demo are no longer admins: ${outcome.formerAdmins.join(', ')}`)
    if (outcome.lostPasswords.length > 0)
      console.log(
        `WARNING: these accounts used a public demo password and no longer have a password: ${outcome.lostPasswords.join(', ')}. “Forgotten your password?” on the login page sends them a link (set SMTP_URL).`,
      )
    console.log('Start it with SHOP_MODE=live. It prints a link that makes you its first admin.')
    return true
  }
  if (outcome.why === 'live already') {
    console.log('This is a live shop already; nothing was changed.')
    return true
  }
  console.error(
    `There are ${outcome.orders} orders, and nothing was changed. Say what to do with them:
  npm run shop -- go-live --remove-orders   they were only tests: all orders and payments are deleted, all stock is returned
  npm run shop -- go-live --keep-orders     they are real: only unpaid orders of the demo’s own accounts are canceled`,
  )
  return false
}
