import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { emptyContent, type ShopContent, shopContent as shape } from '#contract/shop-content.ts'
import { theShop } from '#domain/audit.ts'
import { Refusal } from '#domain/refusal.ts'
import type { PictureFile } from '../../adapters/picture-host.ts'
import type { Deps } from '../../deps.ts'
import { validate } from '../../http/validate.ts'
import * as shopContent from '../../store/shop-content.ts'
import { isIntact } from './check-file.ts'
import { ContentRefused, contentFormat, exportedContent, folderOf, usedFiles } from './content-file.ts'
import { saveContent } from './save-content.ts'

type ImportDeps = Pick<Deps, 'db' | 'pictureFiles' | 'now'>

export interface Imported {
  version: number
  /** False if the shop had this content already. */
  isNew: boolean
  /** How many pictures and media the shop did not have. */
  files: number
}

/** Saves exported content as the newest version. Everything is checked before anything is written. */
export async function importContent(deps: ImportDeps, path: string): Promise<Imported> {
  const { db, pictureFiles, now } = deps
  const content = contentIn(await textOf(path), basename(path))
  const before = await shopContent.readSaved(db.read, now())
  const storeMissing = async () => {
    const missing = await missingFiles(deps, content, folderOf(path))
    for (const read of missing) await pictureFiles.write([await read()])
    return missing
  }
  const missing = await storeMissing()
  const { version } = await saveContent(deps, theShop, { version: before.version, content }).catch(refused)
  // The running shop may have removed an unused one meanwhile. From now on it keeps them.
  await storeMissing()
  return { version, isNew: version !== before.version, files: missing.length }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new ContentRefused(code === 'ENOENT' ? `There is no file ${path}.` : `${path}: ${message}.`)
  }
}

function contentIn(text: string, name: string): ShopContent {
  const { data } = exportedContent.safeParse(jsonIn(text, name))
  if (!data) throw new ContentRefused(`${name} is not a shop’s content. Export one to see the format.`)
  if (data.format !== contentFormat)
    throw new ContentRefused(
      `${name} has format ${JSON.stringify(data.format)?.slice(0, 20)}, and this version of the shop reads format ${contentFormat}. Export it again with this version.`,
    )
  try {
    // A field that is newer than the file is empty.
    return validate(shape, { ...emptyContent(''), ...data.content })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const fields = Object.entries(error.extras.fields ?? {})
    throw new ContentRefused(...fields.map(([field, sentence]) => `${field}: ${sentence}`))
  }
}

function jsonIn(text: string, name: string): unknown {
  try {
    // Some editors put a mark at the beginning.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ContentRefused(`${name} is not valid JSON: ${(error as Error).message}.`)
  }
}

/** The files that the shop lacks. They are read one by one when they are stored. */
async function missingFiles(
  { pictureFiles }: ImportDeps,
  content: ShopContent,
  folder: string,
): Promise<(() => Promise<PictureFile>)[]> {
  const used = usedFiles(content)
  const stored = new Set(used.length > 0 ? await pictureFiles.list() : [])
  const present = new Set(await readdir(folder).catch(() => []))
  const faults: string[] = []
  const missing = new Map<string, () => Promise<PictureFile>>()
  for (const { field, address, names } of used) {
    if (names.length === 0) faults.push(`${field}: ${address} is not the address of an uploaded file.`)
    for (const name of names.filter(name => !stored.has(name) && !missing.has(name))) {
      const file = join(folder, name)
      const read = async () => ({ name, content: await readFile(file) })
      if (!present.has(name)) faults.push(`${field}: ${basename(folder)}/${name} is missing.`)
      else if (!(await isIntact(await read())))
        faults.push(`${field}: ${basename(folder)}/${name} is broken, or not what its name says.`)
      missing.set(name, read)
    }
  }
  if (faults.length > 0) throw new ContentRefused(...faults)
  return [...missing.values()]
}

function refused(error: unknown): never {
  throw error instanceof Refusal && error.code === 'changed_meanwhile'
    ? new ContentRefused('Someone has saved the content in the meantime. Look at it, then import again.')
    : error
}
