import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Config } from './config.ts'
import { openShop } from './open-shop.ts'
import { claimData } from './run-shop.ts'

const pauseBeforeAnother = 1000

/** What a worker says once it answers. */
export interface OpenMessage {
  openAt: string
}

/**
 * Several processes that answer under one address; this one only watches over them. The data are opened here first:
 * whatever is wrong with them is said once. A worker that ends is replaced. Answers the address.
 */
export async function runWorkers(
  config: Config,
  program: string,
  onLostConnection: (error: Error) => void,
  onLostWorker: (sentence: string) => void,
): Promise<string> {
  const release = claimData(config)
  const { db } = await openShop(config, onLostConnection)
  await db.close()
  // Every worker takes connections by itself: handed on by this process, those of a killed worker would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program })
  let stopping = false
  const workers = new Set<Worker>()
  const start = (): Worker => {
    const worker = cluster.fork()
    workers.add(worker)
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      if (stopping) return
      onLostWorker(`A shop process ended (${signal ?? code}); another one takes its place.`)
      setTimeout(() => stopping || start(), pauseBeforeAnother)
    })
    return worker
  }
  const stop = async () => {
    stopping = true
    const ended = [...workers].map(worker => once(worker, 'exit'))
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.all(ended)
    release()
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  const opened = Array.from({ length: config.workers }, () => firstWord(start()))
  try {
    return (await Promise.all(opened))[0] ?? ''
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstWord(worker: Worker): Promise<string> {
  const ended = once(worker, 'exit').then(() => {
    throw new Error('A shop process ended before it was open; what it said stands above.')
  })
  const [{ openAt }] = (await Promise.race([once(worker, 'message'), ended])) as [OpenMessage]
  return openAt
}
