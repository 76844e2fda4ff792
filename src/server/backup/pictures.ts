import { isStoredFile } from '#contract/pictures.ts'
import { type PictureSettings, pictureFilesOf } from '../adapters/picture-files.ts'
import type { PictureFile, PictureFiles } from '../adapters/picture-host.ts'
import { FolderPictures } from '../adapters/pictures-disk.ts'
import type { DatabaseSettings } from '../db/engine/snapshot.ts'
import { Refused } from './archive.ts'

export type ShopSettings = DatabaseSettings & PictureSettings

const batchSize = 16
const batchBytes = 16 * 2 ** 20

/** Stores pictures in batches. Returns how many. */
export async function writePictures(
  files: PictureFiles,
  pictures: AsyncIterable<PictureFile>,
): Promise<number> {
  let count = 0
  let batch: PictureFile[] = []
  for await (const picture of pictures) {
    batch.push(picture)
    if (batch.length < batchSize && bytesOf(batch) < batchBytes) continue
    await files.write(batch)
    count += batch.length
    batch = []
  }
  await files.write(batch)
  return count + batch.length
}

const bytesOf = (batch: readonly PictureFile[]): number =>
  batch.reduce((sum, { content }) => sum + content.length, 0)

/** Copies the pictures in the data folder to the storage of the settings. The originals stay. Returns how many. */
export async function movePictures(settings: PictureSettings): Promise<number> {
  const [from, to] = [new FolderPictures(settings.dataDir), pictureFilesOf(settings)]
  const names = (await from.list()).filter(isStoredFile)
  const present = new Set(await to.list())
  const absent = names.filter(name => !present.has(name))
  await writePictures(to, contentsOf(from, absent))
  const arrived = new Set(await to.list())
  const missing = names.filter(name => !arrived.has(name))
  if (missing.length > 0) throw new Refused(`Pictures did not arrive: ${missing.slice(0, 5).join(', ')}, …`)
  return names.length
}

async function* contentsOf(files: PictureFiles, names: readonly string[]): AsyncGenerator<PictureFile> {
  for (const name of names) {
    const content = await files.read(name)
    if (content) yield { name, content }
  }
}
