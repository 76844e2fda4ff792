import * as z from 'zod/mini'
import { maxLimit } from '#domain/search.ts'
import { endpoint } from './endpoint.ts'
import { id } from './shapes.ts'

const [megabytes, megapixels] = [10, 40]

export const maxPictureBytes = megabytes * 1024 * 1024
export const maxPicturePixels = megapixels * 1_000_000

/** The upload limits, as text for messages. */
export const pictureSize = `at most ${megabytes} MB`
export const pictureResolution = `at most ${megapixels} megapixels`
export const pictureFormats = 'JPEG, PNG or WebP'
export const pictureLimits = `${pictureFormats}, ${pictureSize} and ${pictureResolution}`

/** The file names of stored pictures: of items and people in two widths, of the shop's content in their own shape. */
export const pictureFile = /^[a-f0-9]{32}-((480|960)|\d{1,4}x\d{1,4}(-(480|960))?)\.(webp|avif)$/

/** The file names of stored videos and captions. */
export const mediaFile = /^[a-f0-9]{32}\.(mp4|webm|vtt)$/

/** Everything that the shop stores as a file, backups copy and a restore brings back. */
export const isStoredFile = (name: string): boolean => pictureFile.test(name) || mediaFile.test(name)

const ids = z.pipe(
  z.pipe(
    z.string(),
    z.transform(list => list.split(',')),
  ),
  z.array(id).check(z.maxLength(maxLimit, `Ask for at most ${maxLimit}.`)),
)

const itemPicture = z.strictObject({ itemId: id, photoUrl: z.string() })

export type ItemPicture = z.output<typeof itemPicture>

export const keptPicture = z.strictObject({ data: z.strictObject({ display_url: z.string() }) })

export const pictures = {
  upload: endpoint({
    method: 'POST',
    path: '/images',
    who: 'admin',
    summary: `Store a picture (${pictureLimits})`,
    upload: 'image',
    answer: keptPicture,
    status: 201,
  }),
  ofItems: endpoint({
    method: 'GET',
    path: '/itemPictures',
    who: 'user',
    summary:
      'The pictures of items by their ids (separated by commas), including items that are no longer on sale',
    query: z.strictObject({ ids: z._default(ids, []) }),
    answer: z.array(itemPicture),
  }),
}
