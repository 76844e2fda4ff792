import { pictureFile } from '#contract/pictures.ts'
import { type PictureSettings, pictureFilesOf } from '../adapters/picture-files.ts'
import type { PictureFile, PictureFiles } from '../adapters/picture-host.ts'
import { FolderPictures } from '../adapters/pictures-disk.ts'
import type { DatabaseSettings } from '../db/engine/snapshot.ts'
import { Refused } from './archive.ts'

/** Where everything of a shop is. Pictures are in its folder unless told. */
export type ShopSettings = DatabaseSettings & PictureSettings

const atOnce = 16

/** Puts pictures where the shop keeps them, some at a time. Answers how many. */
export async function writePictures(
  files: PictureFiles,
  pictures: AsyncIterable<PictureFile>,
): Promise<number> {
  let count = 0
  let waiting: PictureFile[] = []
  for await (const picture of pictures) {
    waiting.push(picture)
    if (waiting.length < atOnce) continue
    await files.write(waiting)
    count += waiting.length
    waiting = []
  }
  await files.write(waiting)
  return count + waiting.length
}

/** Copies the pictures in the data folder to where the settings want them now. The originals stay. Answers how many. */
export async function movePictures(settings: PictureSettings): Promise<number> {
  const [from, to] = [new FolderPictures(settings.dataDir), pictureFilesOf(settings)]
  const names = (await from.list()).filter(name => pictureFile.test(name))
  const there = new Set(await to.list())
  await writePictures(
    to,
    contentsOf(
      from,
      names.filter(name => !there.has(name)),
    ),
  )
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
