import pg from 'pg'
import { startPostgres } from '../tests/helpers/postgres.ts'

/** Runs a new PostgreSQL server during the work, which can create databases and gets their URLs. */
export async function withPostgres<T>(
  kind: Parameters<typeof startPostgres>[0],
  work: (newDatabase: (name: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const server = await startPostgres(kind)
  try {
    return await work(async name => {
      const own = new pg.Client(server.url)
      await own.connect()
      await own.query(`create database ${name}`).finally(() => own.end())
      return server.url.replace(/postgres$/, name)
    })
  } finally {
    await server.stop()
  }
}
