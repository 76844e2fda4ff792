import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes what happened to the names in a folder last. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Under its name there is the whole file or none, even when the machine stops meanwhile. */
export async function writeWhole(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.part`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, path)
}

/** Puts a finished file in the place of another, at once and for good. */
export async function replaceFile(finished: string, path: string): Promise<void> {
  const handle = await open(finished)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(finished, path)
  await syncFolder(dirname(path))
}
