import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asOwner, databaseAt, type EngineName, type TestDatabase } from './databases.ts'
import { startPostgres } from './postgres.ts'

const run = promisify(execFile)

export interface SmallDisk extends TestDatabase {
  fill(): Promise<void>
  free(): Promise<void>
}

/** A database on its own small disk; undefined if this process cannot mount one. */
export async function smallDisk(engine: EngineName): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-disk-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  // PostgreSQL runs as 'nobody' and keeps its tables here.
  const options = 'size=48m,uid=65534,gid=65534,mode=0700'
  try {
    await run('mount', ['-t', 'tmpfs', '-o', options, 'tuckshop', folder])
  } catch {
    await removeFolder()
    return undefined
  }
  const remove = async () => {
    await run('umount', [folder])
    await removeFolder()
  }
  const ballast = join(folder, 'ballast')
  const both = { fill: () => fillUp(ballast), free: () => rm(ballast) }
  if (engine === 'sqlite') return { ...both, environment: { DATA_DIR: folder }, remove }
  return { ...both, ...(await tablespaceIn(folder, remove)) }
}

/** Uses its own server, because a full disk stops the whole server. */
async function tablespaceIn(folder: string, remove: TestDatabase['remove']): Promise<TestDatabase> {
  const server = await startPostgres()
  await asOwner(`create tablespace small location '${folder}'`, server.url)
  await asOwner('create database small tablespace small', server.url)
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: databaseAt('small', server.url) },
    async remove() {
      await server.stop()
      await remove()
    },
  }
}

export async function fillUp(file: string): Promise<void> {
  const handle = await open(file, 'w')
  const megabyte = Buffer.alloc(2 ** 20)
  try {
    for (;;) await handle.write(megabyte)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await handle.close()
  }
}

export async function canMountDisk(): Promise<boolean> {
  const disk = await smallDisk('sqlite')
  await disk?.remove()
  return disk !== undefined
}
