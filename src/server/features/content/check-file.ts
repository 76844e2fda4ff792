import { extname } from 'node:path'
import { maxCaptionsBytes, maxVideoBytes } from '#contract/content-files.ts'
import { maxPictureBytes } from '#contract/pictures.ts'
import { mediaFormatOf } from '#domain/media.ts'
import type { PictureFile } from '../../adapters/picture-host.ts'

/** Whether a file has the format and the size that its name says. */
export async function isIntact({ name, content }: PictureFile): Promise<boolean> {
  const format = extname(name).slice(1)
  switch (format) {
    case 'mp4':
    case 'webm':
      return content.length <= maxVideoBytes && mediaFormatOf(content) === format
    case 'vtt':
      return content.length <= maxCaptionsBytes && mediaFormatOf(content) === format
    case 'avif':
      return content.length <= maxPictureBytes && content.subarray(4, 12).toString('latin1') === 'ftypavif'
    default:
      return content.length <= maxPictureBytes && isWebp(content, widthIn(name))
  }
}

/** The last number of `<id>-960`, `<id>-1200x800-480` and `<id>-1200x800`, except for the height of the last one. */
const widthIn = (name: string): number => Number(/-(\d+)(?:x\d+)?\.\w+$/.exec(name)?.[1])

async function isWebp(content: Buffer, width: number): Promise<boolean> {
  const { sharp } = await import('../../adapters/safe-sharp.ts')
  const facts = await sharp(content)
    .metadata()
    .catch(() => undefined)
  return facts?.format === 'webp' && facts.width === width
}
