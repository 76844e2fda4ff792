import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Deadlines } from './shutdown.ts'

/** The parts of a shop to close, from the visitors inwards. */
export interface OpenShop {
  app: Pick<FastifyInstance, 'close' | 'cut'>
  deps: {
    mail: Pick<NonNullable<Deps['mail']>, 'close'> | undefined
    db: Pick<Deps['db'], 'close'>
    tracing: Pick<Deps['tracing'], 'stop'>
  }
  stopJobs(): Promise<void>
  /** Copies the last commits. */
  stopBackup(): Promise<void>
  /** Lets another process use the data. */
  release(): Promise<void> | void
}

const wait = (ms: number): Promise<void> => delay(ms, undefined, { ref: false })

/** The database closes when it is no longer in use. A backup or a trace collector that hangs does not stop that. */
export async function closeShop(
  { app, deps, stopJobs, stopBackup, release }: OpenShop,
  deadlines: Deadlines,
  after = wait,
): Promise<void> {
  const jobsEnded = stopJobs()
  const cut = after(deadlines.cut).then(() => app.cut())
  await after(deadlines.stopListening)
  await Promise.race([Promise.all([app.close(), jobsEnded]), cut])
  deps.mail?.close()
  await Promise.race([stopBackup(), after(deadlines.lastBackup)])
  await deps.db.close()
  await release()
  await deps.tracing.stop()
}
