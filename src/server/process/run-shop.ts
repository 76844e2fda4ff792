import cluster from 'node:cluster'
import { mkdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Cards } from '../adapters/cards.ts'
import { buildApp } from '../app.ts'
import { startContinuousBackup } from '../backup/continuous/continuous-backup.ts'
import { isUnchangedSinceClose, recordClose } from '../backup/continuous/unchanged-since.ts'
import type { Config } from '../config.ts'
import { claimFolder, databaseFile, refuseUnfinished } from '../db/data-dir.ts'
import { refuseDamaged } from '../db/engine/integrity.ts'
import { makePrivateFolder } from '../db/file-permissions.ts'
import { laterStems } from '../db/schema/later-version.ts'
import type { Deps } from '../deps.ts'
import { newWelcome } from '../features/identity/welcome.ts'
import { checkBucket } from '../features/pictures/check-bucket.ts'
import { listen } from '../http/listen.ts'
import { warningLog } from '../http/log.ts'
import { applyRetention } from '../jobs/apply-retention.ts'
import { closeAccounts } from '../jobs/close-accounts.ts'
import { comparePayments } from '../jobs/compare-payments.ts'
import { type Job, startJobs } from '../jobs/every.ts'
import { cleanAfterErasures, finishErasures } from '../jobs/finish-erasures.ts'
import { indexItems, indexOrders } from '../jobs/index-search.ts'
import { notifyAdminsHourly } from '../jobs/notify-admins-hourly.ts'
import { notifyRestocked } from '../jobs/notify-restocked.ts'
import { reconcilePayments } from '../jobs/reconcile-payments.ts'
import { releaseHolds } from '../jobs/release-holds.ts'
import { removeUnusedPictures } from '../jobs/remove-unused-pictures.ts'
import { sendOutbox } from '../jobs/send-outbox.ts'
import * as shopContent from '../store/shop-content.ts'
import { closeShop } from './close-shop.ts'
import { overriddenSettings } from './first-content.ts'
import { openShop } from './open-shop.ts'
import { Shutdown } from './shutdown.ts'

/** Prints a warning on the terminal. */
export type Warn = (sentence: string) => void

export type AddPages = (app: FastifyInstance, deps: Deps) => Promise<void>

/** An open shop: its address, and its name for the greeting. */
export interface Opened {
  address: string
  name: string
  /** The secret of the link for the first admin, while there is none. */
  welcome: string | undefined
}

/** Opens the shop and runs it until a signal ends it. */
export async function runShop(config: Config, addPages: AddPages, warn: Warn): Promise<Opened> {
  const shutdown = Shutdown.bySignal(config.drainMs)
  // The process that started a worker has claimed the data.
  const release = cluster.isWorker ? () => undefined : claimData(config, shutdown, warn)
  const isUnchanged = await isUnchangedSinceClose(config.dataDir)
  const opened = await openShop(
    config,
    warningLog(config.logLevel, 'a connection to the database was lost'),
    shutdown,
  )
  await cleanAfterErasures(opened)
  const { db } = opened
  // PostgreSQL has its own standbys and log archive.
  const backup = db.engine.changeLog && (await startContinuousBackup(config, db, { isUnchanged, warn }))
  const deps: Deps = { ...opened, backup }
  const name = await warnAboutData(opened, cluster.isWorker ? () => undefined : warn)
  const welcome = cluster.isWorker ? undefined : await newWelcome(opened)
  const app = buildApp(deps)
  let address: string
  try {
    await addPages(app, deps)
    address = await listen(app, config)
  } catch (error) {
    await app.close()
    await db.close()
    throw error
  }
  await deps.pictureFolder.note(deps, sentence => app.log.warn(sentence))
  void checkBucket(deps, sentence => app.log.warn(sentence))
  const stopJobs = runJobs(app, deps)
  const stopBackup = async () => backup?.stop()
  const closed = async () => {
    if (backup?.state()) await recordClose(config.dataDir)
    release()
  }
  shutdown.onBegin(deadlines => closeShop({ app, deps, stopJobs, stopBackup, release: closed }, deadlines))
  return { address, name, welcome }
}

/**
 * Claims the data folder of an embedded shop. Refuses a damaged file, also if the check finds the damage after the
 * start.
 */
export function claimData({ databaseUrl, dataDir }: Config, shutdown: Shutdown, warn: Warn): () => void {
  if (!databaseUrl) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const open = makePrivateFolder(dataDir)
  if (open.length > 0)
    warn(
      `Other users of this machine can read ${open.join(', ')}; left unchanged because it holds more than the shop, or belongs to another user. Choose a DATA_DIR that only the shop uses.`,
    )
  if (databaseUrl) return () => undefined
  const claim = claimFolder(dataDir)
  refuseUnfinished(dataDir)
  refuseDamaged(databaseFile(dataDir), ({ message }) => {
    warn(message)
    shutdown.begin(1)
  })
  return claim.release
}

/** Warns about data of a later version, and about settings that no longer count. Returns the name of the shop. */
export async function warnAboutData(
  { config, db: { read, engine } }: Pick<Deps, 'config' | 'db'>,
  warn: Warn,
): Promise<string> {
  const later = await laterStems(read, engine.name)
  if (later.length > 0)
    warn(
      `The data was made by a later version of the shop (${later.join(', ')}). This one works with it; take backups with the later one.`,
    )
  const content = await shopContent.read(read)
  for (const sentence of overriddenSettings(config, content)) warn(sentence)
  return content.name
}

/** The background work of the shop. */
export function jobsOf(app: FastifyInstance, deps: Deps): Job[] {
  const { cards, db, mail } = deps
  const jobs: Job[] = [
    { name: 'release holds', everyMs: 10_000, run: () => releaseHolds(deps) },
    // Another process may have saved another currency.
    { name: 'read currency', everyMs: 5_000, run: () => shopContent.read(db.read) },
    { name: 'index items', everyMs: 1000, run: stopped => indexItems(deps, stopped) },
    { name: 'index orders', everyMs: 60_000, firstMs: 5_000, run: stopped => indexOrders(deps, stopped) },
    { name: 'close accounts', everyMs: 30_000, run: () => closeAccounts(deps) },
    { name: 'finish erasures', everyMs: 30_000, run: () => finishErasures(deps) },
    {
      name: 'note picture folder',
      everyMs: 60_000,
      run: () => deps.pictureFolder.note(deps, sentence => app.log.warn(sentence)),
    },
    { name: 'apply retention', everyMs: 600_000, run: () => logRetention(app, deps) },
    { name: 'remove unused pictures', everyMs: 3_600_000, run: () => removeUnusedPictures(deps) },
  ]
  if (cards) jobs.push(...cardJobs(app, deps, cards))
  if (mail)
    jobs.push(
      {
        name: 'send outbox',
        everyMs: 1000,
        run: stopped => sendOutbox(deps, mail, stopped, sentence => app.log.warn(sentence)),
      },
      { name: 'notify admins hourly', everyMs: 60_000, run: () => notifyAdminsHourly(deps) },
      { name: 'notify restocked', everyMs: 10_000, run: stopped => notifyRestocked(deps, stopped) },
    )
  return jobs
}

function runJobs(app: FastifyInstance, deps: Deps): () => Promise<void> {
  const jobs = jobsOf(app, deps)
  // At zero from the start, so that a graph shows the first failure.
  for (const { name } of jobs) deps.metrics.jobFailures.add(name, 0)
  return startJobs(jobs, (name, error) => {
    deps.metrics.jobFailures.add(name)
    app.log.error({ err: error }, `job failed: ${name}`)
  })
}

async function logRetention(app: FastifyInstance, deps: Deps): Promise<void> {
  const deleted = await applyRetention(deps)
  if (Object.values(deleted).some(count => count > 0)) app.log.info(deleted, 'deleted what was old')
}

function cardJobs(app: FastifyInstance, deps: Deps, cards: Cards): Job[] {
  const compare = async (stopped: AbortSignal) => {
    for (const sentence of await comparePayments(deps, cards, stopped)) app.log.warn(sentence)
  }
  return [
    { name: 'reconcile payments', everyMs: 15_000, run: stopped => reconcilePayments(deps, cards, stopped) },
    { name: 'compare payments', everyMs: 86_400_000, firstMs: 60_000, run: compare },
  ]
}
