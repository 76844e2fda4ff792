import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { lostConnectionLog } from '../http/log.ts'
import { WorkerSums } from '../observability/worker-metrics.ts'
import { openShop } from './open-shop.ts'
import { claimData, type Say, tellLaterVersion } from './run-shop.ts'
import { Ending } from './shutdown.ts'

const pauseBeforeAnother = 1000

/** What a worker says once it answers. */
export interface OpenMessage {
  openAt: string
}

/**
 * Several processes that answer under one address; this one only watches over them. The data are opened here first:
 * whatever is wrong with them is said once. A worker that ends is replaced. Answers the address.
 */
export async function runWorkers(config: Config, program: string, say: Say): Promise<string> {
  const ending = Ending.bySignal(config.drainMs)
  const release = claimData(config, ending, say)
  const { db } = await openShop(config, lostConnectionLog(config.logLevel))
  await tellLaterVersion(db, say)
  await db.close()
  // Every worker takes connections by itself: handed on by this process, those of a killed worker would hang.
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
      if (ending.asked.aborted) return
      say(`A shop process ended (${signal ?? code}); another one takes its place.`)
      setTimeout(() => ending.asked.aborted || start(), pauseBeforeAnother)
    })
    return worker
  }
  ending.whenAsked(async moments => {
    const ended = [...workers].map(worker => once(worker, 'exit'))
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.race([Promise.all(ended), delay(moments.exit - 200, undefined, { ref: false })])
    for (const worker of workers) worker.process.kill('SIGKILL')
    release()
  })
  const opened = Array.from({ length: config.workers }, () => addressOf(start()))
  try {
    return (await Promise.all(opened))[0] ?? ''
  } catch (error) {
    if (ending.asked.aborted) return never
    ending.ask(1)
    throw error
  }
}

/** The process ends meanwhile. */
const never = new Promise<never>(() => undefined)

/** Where it is open. A visitor who asks for metrics may make it speak before. */
function addressOf(worker: Worker): Promise<string> {
  const ended = once(worker, 'exit').then(() => {
    throw new Error('A shop process ended before it was open; what it said stands above.')
  })
  const opened = new Promise<string>(resolve => {
    worker.on('message', (message: Partial<OpenMessage>) => {
      if (message.openAt !== undefined) resolve(message.openAt)
    })
  })
  return Promise.race([opened, ended])
}
