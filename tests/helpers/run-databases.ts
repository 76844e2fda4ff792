import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFile } from '../../src/server/db/data-dir.ts'
import { openDatabase } from '../../src/server/db/engine/open-database.ts'
import { migrate } from '../../src/server/db/schema/migrate.ts'
import { asOwner, databaseAt } from './databases.ts'
import { fastestDisk } from './fastest-disk.ts'
import { type Pooler, startPgbouncer } from './pgbouncer.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

let postgres: TestPostgres | undefined
let pooler: Pooler | undefined
let folder: string | undefined

/** Test databases live too briefly for autovacuum and need not survive a crash. */
const shortLived = [
  'autovacuum=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'jit=off',
]

/**
 * Starts one PostgreSQL for the whole run, unless TEST_DATABASE_URL names one, and creates an empty template database for each
 * engine, because running all migrations took longer than most tests. With TEST_POOLER=yes shops connect through pgbouncer.
 */
export async function createTestDatabases(): Promise<void> {
  try {
    await create()
  } catch (error) {
    await removeTestDatabases()
    throw error
  }
}

async function create(): Promise<void> {
  folder = await mkdtemp(join(await fastestDisk(), 'tuckshop-tests-'))
  process.env.TEST_FOLDER = folder
  if (!process.env.TEST_DATABASE_URL) {
    postgres = await startPostgres({ more: shortLived })
    process.env.TEST_DATABASE_URL = postgres.socketUrl
  }
  const name = `template_${process.pid}`
  await asOwner(`create database ${name}`)
  process.env.TEST_TEMPLATE_DATABASE = name
  for (const databaseUrl of [undefined, databaseAt(name)]) {
    const db = await openDatabase({ dataDir: folder, databaseUrl }, () => undefined)
    await migrate(db).finally(() => db.close())
  }
  if (process.env.TEST_POOLER === 'yes') {
    pooler = await startPgbouncer(process.env.TEST_DATABASE_URL)
    process.env.TEST_POOLER_URL = pooler.url
  }
  process.env.TEST_TEMPLATE_FILE = databaseFile(folder)
}

export async function removeTestDatabases(): Promise<void> {
  await pooler?.stop()
  const { TEST_TEMPLATE_DATABASE: template } = process.env
  if (template) await asOwner(`drop database if exists ${template}`)
  await postgres?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
}
