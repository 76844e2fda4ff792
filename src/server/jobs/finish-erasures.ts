import { databaseFile } from '../db/data-dir.ts'
import { cleanFile, isQuicklyCleaned } from '../db/engine/clean-file.ts'
import type { Deps } from '../deps.ts'
import { eraseAtProvider } from '../features/own-data/erase-at-provider.ts'
import * as changeLog from '../store/change-log.ts'
import * as erasures from '../store/erasures.ts'

const atOnce = 20

/** Finishes erasures: at a card provider that was down, and in the database file, which is vacuumed. */
export async function finishErasures(deps: Deps): Promise<void> {
  const problems: unknown[] = []
  for (const userId of await erasures.listPendingAtProvider(deps.db.read, atOnce))
    await eraseAtProvider(deps, userId).catch(error => problems.push(error))
  await cleanAfterErasures(deps, isQuicklyCleaned)
  if (problems.length > 0)
    throw new AggregateError(problems, 'Some people could not be erased at the card provider yet')
}

/** Cleans the database file if that is possible now. PostgreSQL does this by itself. */
export async function cleanAfterErasures(
  { db, config, now }: Deps,
  mayBe: (file: string) => boolean = () => true,
): Promise<void> {
  if (db.engine.name !== 'sqlite' || !(await erasures.needsCleaning(db.read))) return
  const [file, since] = [databaseFile(config.dataDir), now()]
  if (!mayBe(file)) return
  // Erased data must not wait in the log for an unreachable backup target.
  await db.write(tx => changeLog.drop(tx, since))
  if (cleanFile(file)) await db.write(tx => erasures.setCleaned(tx, since, now()))
}
