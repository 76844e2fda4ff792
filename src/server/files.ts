import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a new file: under its name there is the whole of it or nothing, even when the machine stops meanwhile. */
export async function writeDurably(path: string, content: Buffer): Promise<void> {
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

/** Puts a finished file in the place of another, at once and for good. */
export async function replaceFile(finished: string, path: string): Promise<void> {
  await sync(finished)
  await rename(finished, path)
  await sync(dirname(path))
}

/** Makes the content of a file last, or what happened to the names in a folder. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
