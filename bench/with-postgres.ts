import pg from 'pg'
import { startPostgres } from '../tests/helpers/postgres.ts'

/** A fresh server while the work is done; each new database is known by its address. */
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
