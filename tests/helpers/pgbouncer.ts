import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { unprivileged } from './postgres.ts'

export interface Pooler {
  /** The URL of the server's own database, through the pooler. */
  url: string
  stop(): Promise<void>
}

export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0

/** pgbouncer in transaction mode for all databases of a server. Its pools are small, so that clients share connections. */
export async function startPgbouncer(serverUrl: string): Promise<Pooler> {
  if (!hasPgbouncer)
    throw new Error('There is no pgbouncer on this machine: apt install pgbouncer, and try again.')
  const server = new URL(serverUrl)
  server.searchParams.delete('host')
  const home = await mkdtemp(join(tmpdir(), 'tuckshop-pgbouncer-'))
  if (unprivileged.uid) await chown(home, unprivileged.uid, unprivileged.gid)
  const port = await freePort()
  const file = join(home, 'pgbouncer.ini')
  await writeFile(file, settingsFor(server, port))
  const pooler = spawn('pgbouncer', [file], {
    ...unprivileged,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    let log = ''
    pooler.stderr.on('data', chunk => {
      log = (log + chunk).slice(-4000)
      if (log.includes('process up')) resolve()
    })
    pooler.once('exit', () => reject(new Error(`pgbouncer did not start:\n${log}`)))
  })
  server.host = `127.0.0.1:${port}`
  return {
    url: server.href,
    async stop() {
      const ended = once(pooler, 'exit')
      pooler.kill('SIGKILL')
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}

const settingsFor = ({ hostname, port, username }: URL, ownPort: number): string => `[databases]
* = host=${hostname} port=${port || 5432} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 1000
server_idle_timeout = 2
`
