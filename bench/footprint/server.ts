import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { applicationName } from '../../src/server/db/postgres-pool.ts'
import { firstOf, onPostgres } from './sizes.ts'

/** What a PostgreSQL server has done so far. */
export interface ServerUse {
  walBytes: number
  /** Of all its processes; unknown where there is no /proc. */
  cpuSeconds: number
  /** Those of the shop. */
  connections: number
}

const noServer: ServerUse = { walBytes: 0, cpuSeconds: 0, connections: 0 }

/** Nothing where the database is embedded. */
export const serverUse = async (url: string | undefined): Promise<ServerUse> =>
  url === undefined ? noServer : readUse(url)

const readUse = (url: string): Promise<ServerUse> =>
  onPostgres(url, async client => {
    const { wal, pid, connections } = await firstOf<{ wal: number; pid: number; connections: number }>(
      client,
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, pg_backend_pid() as pid,
        (select count(*)::int from pg_stat_activity where application_name = $1) as connections`,
      [applicationName],
    )
    return { walBytes: wal, cpuSeconds: cpuSecondsAround(pid), connections }
  })

/** After a checkpoint the first change of a page writes the whole page: begun anew, all rounds have the same of it. */
export const checkpoint = (url: string): Promise<void> =>
  onPostgres(url, async (client: pg.Client) => {
    await client.query('checkpoint')
  })

const ticksPerSecond = 100

interface Process {
  pid: number
  parent: number
  seconds: number
}

/** The server's processes are the siblings of the one that answers, and their parent. */
function cpuSecondsAround(pid: number): number {
  try {
    const parent = processOf(pid).parent
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => processIfThere(Number(name)))
      .filter(one => one.parent === parent || one.pid === parent)
      .reduce((sum, { seconds }) => sum + seconds, 0)
  } catch {
    return Number.NaN
  }
}

function processIfThere(pid: number): Process[] {
  try {
    return [processOf(pid)]
  } catch {
    return []
  }
}

/** See proc(5): its name stands in brackets, and what follows is counted from there. */
function processOf(pid: number): Process {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number)
  const ticks = (user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0)
  return { pid, parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
}
