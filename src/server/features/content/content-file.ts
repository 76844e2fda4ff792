import * as z from 'zod/mini'
import { mediaFile, pictureFile } from '#contract/pictures.ts'
import type { ShopContent } from '#contract/shop-content.ts'
import { copiesOf } from '../../adapters/picture-names.ts'

/** Why content was not exported or imported: sentences for the terminal. Nothing was changed. */
export class ContentRefused extends Error {
  readonly sentences: readonly string[]

  constructor(...sentences: string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

/** A file of another format was made by another version of the shop. */
export const contentFormat = 1

export const exportedContent = z.object({ format: z.unknown(), content: z.record(z.string(), z.unknown()) })

/** The pictures and media of `shop.json` are in the folder `shop-files` beside it. */
export const folderOf = (path: string): string => `${path.replace(/\.json$/i, '')}-files`

interface UsedFile {
  /** Such as `banners.0.picture`. */
  field: string
  address: string
  /** The stored files; none if the address is not one of a shop's own files. */
  names: string[]
}

/** The shop's own files in a content. The demo's pictures, and those elsewhere on the web, are addresses only. */
export function usedFiles(content: ShopContent): UsedFile[] {
  return [...textsIn(content)].flatMap(([field, text]) => {
    const [, folder, name = ''] = /^\/(images|media)\/(.+)$/.exec(text) ?? []
    if (!folder) return []
    const isKnown = (folder === 'images' ? pictureFile : mediaFile).test(name)
    return { field, address: text, names: isKnown ? copiesOf(name) : [] }
  })
}

function* textsIn(value: unknown, path: readonly string[] = []): Generator<[string, string]> {
  if (typeof value === 'string') yield [path.join('.'), value]
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) yield* textsIn(part, [...path, key])
}
