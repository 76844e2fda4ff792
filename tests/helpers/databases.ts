import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { databaseFile } from '../../src/server/db/data-dir.ts'

export const engines = ['sqlite', 'postgres'] as const

export type EngineName = (typeof engines)[number]

/** For what asks the database itself who is connected: behind a pooler it says nothing of the shops. */
export const isPooled = (engine: EngineName): boolean =>
  engine === 'postgres' && process.env.TEST_POOLER === 'yes'

export interface TestDatabase {
  /** As settings: where a shop under test keeps its data. */
  environment: { DATA_DIR: string; DATABASE_URL?: string }
  remove(): Promise<void>
}

/** An empty place for a shop: a folder, and a database of its own when the engine is PostgreSQL. */
export const emptyDatabase = (engine: EngineName): Promise<TestDatabase> => createDatabase(engine)

/** The same with all tables, and nothing in them. */
export async function migratedDatabase(engine: EngineName): Promise<TestDatabase> {
  const { TEST_TEMPLATE_FILE: file, TEST_TEMPLATE_DATABASE: template } = process.env
  if (!file || !template) return emptyDatabase(engine)
  // Copied as files: through the server's log it takes ten times as long.
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

/** The address of a database on the tests' PostgreSQL. */
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

/** For the tests' own server: every test has a database made and dropped, and connecting anew took a quarter of that. */
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
  // A connection that waits for the next test keeps no process from ending.
  const pool = new pg.Pool({ connectionString: server, max: 2, allowExitOnIdle: true, idleTimeoutMillis: 0 })
  // The run's end stops the server: nobody waits for a connection that it cuts.
  return pool.on('error', () => undefined)
}
