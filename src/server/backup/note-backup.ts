import type { DatabaseSettings } from '../db/engine/snapshot.ts'
import { openWhileRunning } from '../db/open-existing.ts'
import * as changeLog from '../store/change-log.ts'
import * as openingDay from '../store/opening-day.ts'

/**
 * Lets the dashboard say where the newest copy is. Not where a continuous backup is on: that is newer, and a write of another
 * process would make it start again with a full copy.
 */
export async function noteBackup(settings: DatabaseSettings, path: string, now: number): Promise<void> {
  const db = await openWhileRunning(settings)
  try {
    const isContinuous = db.engine.changeLog && (await changeLog.listTargets(db.read)).length > 0
    if (!isContinuous) await db.write(tx => openingDay.noteBackup(tx, path, now))
  } finally {
    await db.close()
  }
}
