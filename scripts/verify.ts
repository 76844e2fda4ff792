import { brokenInvariants } from '../src/server/db/invariants.ts'
import { withSnapshot } from '../src/server/db/snapshot.ts'
import { runCommand, sayBooks } from './command.ts'

/** Checks the books of any shop, running or not: all of them at one moment, so that a busy shop raises no alarm. */
await runCommand('npm run verify', process.argv.length === 2, async config =>
  sayBooks(await withSnapshot(config, brokenInvariants)),
)
