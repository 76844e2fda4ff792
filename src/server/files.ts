import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a new file. Even after a power loss it is complete or missing. */
export async function writeDurably(path: string, content: Buffer | AsyncIterable<Buffer>): Promise<void> {
  const draft = `${path}.part`
  try {
    const handle = await open(draft, 'w', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Replaces a file with a finished one, atomically and durably. */
export async function replaceFile(finished: string, path: string): Promise<void> {
  await sync(finished)
  await rename(finished, path)
  await sync(dirname(path))
}

/** Makes the content of a file durable, or the names in a folder. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
