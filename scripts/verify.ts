import { brokenInvariants } from '../src/server/db/invariants.ts'
import { withSnapshot } from '../src/server/db/snapshot.ts'
import { runCommand, sayBooks, settingsOfShop } from './command.ts'

/** Checks the books of any shop, running or not: all of them at one moment, so that a busy shop raises no alarm. */
await runCommand('verify', async () => sayBooks(await withSnapshot(settingsOfShop(), brokenInvariants)))
