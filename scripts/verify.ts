import type { Engine } from '../src/server/db/database.ts'
import { damageOf } from '../src/server/db/integrity.ts'
import { brokenInvariants } from '../src/server/db/invariants.ts'
import { withSnapshot } from '../src/server/db/snapshot.ts'
import type { Reading } from '../src/server/db/tables.ts'
import { runCommand, sayBooks, settingsOfShop } from './command.ts'

/** Checks the file and the books of any shop, running or not: all at one moment, so that a busy shop raises no alarm. */
await runCommand('verify', async () => sayBooks(await withSnapshot(settingsOfShop(), faultsOf)))

/** The books of a damaged file say nothing. */
async function faultsOf(db: Reading, engine: Engine['name']): Promise<string[]> {
  const damage = await damageOf(db, engine)
  return damage.length > 0
    ? [
        ...damage,
        'The database file is damaged. Put a backup in its place: npm run restore -- FILE --replace',
      ]
    : brokenInvariants(db)
}
