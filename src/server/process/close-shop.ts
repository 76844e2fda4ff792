import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Moments } from './shutdown.ts'

/** What there is to close, from the visitors inwards. */
export interface OpenShop {
  app: Pick<FastifyInstance, 'close' | 'cut'>
  deps: {
    mail: Pick<NonNullable<Deps['mail']>, 'close'> | undefined
    db: Pick<Deps['db'], 'close'>
    tracing: Pick<Deps['tracing'], 'stop'>
  }
  stopJobs(): Promise<void>
  /** What was committed last goes into the backup. */
  stopBackup(): Promise<void>
  /** The data are nobody's any more. */
  release(): Promise<void> | void
}

const wait = (ms: number): Promise<void> => delay(ms, undefined, { ref: false })

/**
 * The database goes when nobody needs it any more; a disk for backups or a collector
 * of traces that hangs keeps nothing from being closed.
 */
export async function closeShop(
  { app, deps, stopJobs, stopBackup, release }: OpenShop,
  moments: Moments,
  after = wait,
): Promise<void> {
  const jobsEnded = stopJobs()
  const cut = after(moments.cut).then(() => app.cut())
  await after(moments.stopListening)
  await Promise.race([Promise.all([app.close(), jobsEnded]), cut])
  deps.mail?.close()
  await Promise.race([stopBackup(), after(moments.lastBackup)])
  await deps.db.close()
  await release()
  await deps.tracing.stop()
}
