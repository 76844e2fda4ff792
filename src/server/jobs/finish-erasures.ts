import { databaseFile } from '../db/claim.ts'
import { cleanFile, isQuicklyCleaned } from '../db/clean-file.ts'
import type { Deps } from '../deps.ts'
import { tellProvider } from '../features/own-data/tell-provider.ts'
import * as erasures from '../store/erasures.ts'

const atOnce = 20

/** Does what erasures have left: a card provider that was away is told, and the database file is cleaned. */
export async function finishErasures(deps: Deps): Promise<void> {
  const problems: unknown[] = []
  for (const userId of await erasures.listUntold(deps.db.read, atOnce))
    await tellProvider(deps, userId).catch(error => problems.push(error))
  if (isQuicklyCleaned(databaseFile(deps.config.dataDir))) await cleanAfterErasures(deps)
  if (problems.length > 0)
    throw new AggregateError(problems, 'The card provider could not be told of some erasures')
}

/** PostgreSQL cleans up after itself. */
export async function cleanAfterErasures({ db, config, now }: Deps): Promise<void> {
  if (db.engine.name !== 'sqlite' || !(await erasures.isUncleaned(db.read))) return
  const since = now()
  if (cleanFile(databaseFile(config.dataDir))) await db.write(tx => erasures.setCleaned(tx, since, now()))
}
