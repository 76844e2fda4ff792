import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'

/** Memory if enough is free, because every test creates a database, which on PostgreSQL has hundreds of files. */
export async function fastestDisk(gigabytes = 1): Promise<string> {
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free > gigabytes * 2 ** 30 ? memory : tmpdir()
}
