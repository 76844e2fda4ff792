import { Passwords } from './adapters/passwords.ts'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { seed, seedDemoAccounts } from './db/seed.ts'
import type { Deps } from './deps.ts'

/** The shop's data, up to date and ready to use; a demo shop is filled when it is empty. */
export async function openShop(config: Config, onIdleError: (error: Error) => void): Promise<Deps> {
  const db = await openDatabase(config, onIdleError)
  const passwords = new Passwords()
  try {
    await migrate(db)
    if (config.mode === 'demo') {
      await seed(db)
      await seedDemoAccounts(db, passwords)
    }
  } catch (error) {
    await db.close()
    throw error
  }
  return { config, db, passwords, now: Date.now }
}
