import { startPostgres, type TestPostgres } from './postgres.ts'

let postgres: TestPostgres | undefined

/** One PostgreSQL for the whole run, unless TEST_DATABASE_URL names one that is there already. */
export async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return
  postgres = await startPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop()
}
