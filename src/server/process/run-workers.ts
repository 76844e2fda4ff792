import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { newWelcome } from '../features/identity/welcome.ts'
import { warningLog } from '../http/log.ts'
import { WorkerSums } from '../observability/worker-metrics.ts'
import { openShop } from './open-shop.ts'
import { claimData, type Opened, type Warn, warnAboutData } from './run-shop.ts'
import { Shutdown } from './shutdown.ts'

const pauseBeforeAnother = 1000

/** A worker sends it when it accepts requests. */
export interface OpenMessage {
  openAt: string
}

/**
 * Starts several processes that serve one address, and replaces each that ends. This process opens the data first, so
 * that a fault is reported once.
 */
export async function runWorkers(config: Config, program: string, warn: Warn): Promise<Opened> {
  const shutdown = Shutdown.bySignal(config.drainMs)
  const release = claimData(config, shutdown, warn)
  const deps = await openShop(config, warningLog(config.logLevel, 'a connection to the database was lost'))
  const name = await warnAboutData(deps, warn)
  const welcome = await newWelcome(deps)
  await deps.db.close()
  // Workers accept connections themselves. If this process passed them on, those of a killed worker would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program })
  const workers = new Set<Worker>()
  const sums = new WorkerSums()
  const start = (): Worker => {
    const worker = cluster.fork()
    workers.add(worker)
    sums.add(worker)
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      if (shutdown.signal.aborted) return
      warn(`A shop process ended (${signal ?? code}); another one replaces it.`)
      setTimeout(() => shutdown.signal.aborted || start(), pauseBeforeAnother)
    })
    return worker
  }
  shutdown.onBegin(async deadlines => {
    const ended = [...workers].map(worker => once(worker, 'exit'))
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.race([Promise.all(ended), delay(deadlines.exit - 200, undefined, { ref: false })])
    for (const worker of workers) worker.process.kill('SIGKILL')
    release()
  })
  const opened = Array.from({ length: config.workers }, () => addressOf(start()))
  try {
    return { address: (await Promise.all(opened))[0] ?? '', name, welcome }
  } catch (error) {
    if (shutdown.signal.aborted) return never
    shutdown.begin(1)
    throw error
  }
}

/** The process exits while a caller waits for it. */
const never = new Promise<never>(() => undefined)

/** Resolves to its address when it accepts requests. Messages about metrics may come before. */
function addressOf(worker: Worker): Promise<string> {
  const ended = once(worker, 'exit').then(() => {
    throw new Error('A shop process ended before it was open; see its output above.')
  })
  const opened = new Promise<string>(resolve => {
    worker.on('message', (message: Partial<OpenMessage>) => {
      if (message.openAt !== undefined) resolve(message.openAt)
    })
  })
  return Promise.race([opened, ended])
}
