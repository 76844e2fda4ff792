import { readConfig } from '../src/server/config.ts'
import { brokenInvariants } from '../src/server/db/invariants.ts'
import { openDatabase } from '../src/server/db/open.ts'

/** Checks the books of any shop, running or not. */
const db = await openDatabase(readConfig(process.env), () => undefined)
const broken = await brokenInvariants(db.read)
await db.close()
for (const sentence of broken) console.error(sentence)
console.log(
  broken.length === 0
    ? 'Everything adds up: free + held + sold = stocked, for every item.'
    : `${broken.length} broken.`,
)
process.exitCode = broken.length === 0 ? 0 : 1
