import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { databaseFile } from '../../src/server/db/data-dir.ts'

export const engines = ['sqlite', 'postgres'] as const

export type EngineName = (typeof engines)[number]

/** Tests that ask PostgreSQL who is connected are skipped then, because it sees only the pooler. */
export const isPooled = (engine: EngineName): boolean =>
  engine === 'postgres' && process.env.TEST_POOLER === 'yes'

export interface TestDatabase {
  /** The settings of a shop that uses it. */
  environment: { DATA_DIR: string; DATABASE_URL?: string }
  remove(): Promise<void>
}

/** A data folder and, on PostgreSQL, an empty database. */
export const emptyDatabase = (engine: EngineName): Promise<TestDatabase> => createDatabase(engine)

/** The same with all tables, which are empty. */
export async function migratedDatabase(engine: EngineName): Promise<TestDatabase> {
  const { TEST_TEMPLATE_FILE: file, TEST_TEMPLATE_DATABASE: template } = process.env
  if (!file || !template) return emptyDatabase(engine)
  // The default strategy writes the copy to the WAL, which takes ten times as long.
  if (engine === 'postgres') return createDatabase(engine, `template ${template} strategy file_copy`)
  const database = await emptyDatabase(engine)
  await copyFile(file, databaseFile(database.environment.DATA_DIR))
  return database
}

async function createDatabase(engine: EngineName, from = ''): Promise<TestDatabase> {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-test-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  if (engine === 'sqlite') return { environment: { DATA_DIR: folder }, remove: removeFolder }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(`create database ${name} ${from}`)
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: databaseAt(name, process.env.TEST_POOLER_URL) },
    remove: async () => {
      await asOwner(`drop database if exists ${name} with (force)`)
      await removeFolder()
    },
  }
}

/** The URL of a database on the tests' PostgreSQL. */
export function databaseAt(name: string, server = serverUrl()): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url)
    throw new Error('Run the tests through npm: they need a PostgreSQL (see tests/helpers/run-databases.ts)')
  return url
}

/** Reused, because connecting took a quarter of the time that a test needs to create and drop its database. */
let owner: pg.Pool | undefined

export async function asOwner(statement: string, server = serverUrl()): Promise<void> {
  if (server === process.env.TEST_DATABASE_URL) {
    owner ??= ownerOf(server)
    await owner.query(statement)
    return
  }
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function ownerOf(server: string): pg.Pool {
  // An idle connection does not keep the process alive.
  const pool = new pg.Pool({ connectionString: server, max: 2, allowExitOnIdle: true, idleTimeoutMillis: 0 })
  // Stopping the server at the end of the run breaks idle connections.
  return pool.on('error', () => undefined)
}
