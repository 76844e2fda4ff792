import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isStoredFile } from '#contract/pictures.ts'
import type { Deps } from '../../deps.ts'
import * as shopContent from '../../store/shop-content.ts'
import { ContentRefused, contentFormat, folderOf, usedFiles } from './content-file.ts'

/** Writes the newest content as JSON, and its pictures and media into a folder beside it. Returns how many files. */
export async function exportContent(
  { db, pictureFiles }: Pick<Deps, 'db' | 'pictureFiles'>,
  path: string,
): Promise<number> {
  const content = await shopContent.read(db.read)
  const used = usedFiles(content)
  const stored = new Set(used.length > 0 ? await pictureFiles.list() : [])
  const missing = used.filter(({ names }) => names.length === 0 || names.some(name => !stored.has(name)))
  if (missing.length > 0)
    throw new ContentRefused(
      ...missing.map(
        ({ field, address }) =>
          `${field}: the shop does not have ${address}. Upload it again in “Your shop”.`,
      ),
    )
  const names = new Set(used.flatMap(file => file.names))
  const text = `${JSON.stringify({ format: contentFormat, content }, undefined, 2)}\n`
  try {
    await writeFiles(pictureFiles, folderOf(path), names)
    await writeFile(`${path}.part`, text)
    await rename(`${path}.part`, path)
  } catch (error) {
    await rm(`${path}.part`, { force: true })
    throw isFileFault(error)
      ? new ContentRefused(`The content could not be written: ${error.message}.`)
      : error
  }
  return names.size
}

const isFileFault = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error

/** Files of an earlier export that the content no longer uses go, so that the folder can be kept in git. */
async function writeFiles(
  pictureFiles: Deps['pictureFiles'],
  folder: string,
  names: ReadonlySet<string>,
): Promise<void> {
  if (names.size > 0) await mkdir(folder, { recursive: true })
  for (const name of names) {
    const bytes = await pictureFiles.read(name)
    if (!bytes) throw new ContentRefused(`${name} was removed in the meantime. Please try again.`)
    await writeFile(join(folder, name), bytes)
  }
  const present = await readdir(folder).catch(() => [])
  for (const name of present) if (isStoredFile(name) && !names.has(name)) await rm(join(folder, name))
}
