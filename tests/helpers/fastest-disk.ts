import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'

/** Memory, where there is a gigabyte to spare: every test has a database made, on PostgreSQL of some hundred files. */
export async function fastestDisk(): Promise<string> {
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free > 2 ** 30 ? memory : tmpdir()
}
