import * as z from 'zod/mini'
import { maxFamily } from '#domain/search.ts'
import { note, text } from './shapes.ts'

/** An uploaded picture, or a URL of one on the web. */
export const photoUrl = text(2000, 'Image is required').check(
  z.regex(/^(\/(pictures|images)\/[\w.-]+|https?:\/\/[^\s"'<>]+)$/, 'Upload a picture.'),
)

/** The maximum number of pictures besides the first one. */
export const maxFurtherPictures = 4

/** The details that an admin types. */
export const itemNotes = z.strictObject({
  /** Items of one family are shown together. */
  family: note(maxFamily),
  materials: note(300),
  size: note(300),
  care: note(300),
  /** The name of its tax rate; if it is empty, the first rate of the shop. */
  tax: note(40),
})

/** Optional details of an item, empty by default. Lists omit them. */
export const itemDetails = z.extend(itemNotes, {
  pictures: z
    .array(photoUrl)
    .check(z.maxLength(maxFurtherPictures, `Use at most ${maxFurtherPictures} more pictures.`)),
})

export type ItemDetails = z.output<typeof itemDetails>

/** Each detail can be omitted when an item is added or changed. */
export const optionalDetails = z.partial(itemDetails)

export type GivenDetails = z.output<typeof optionalDetails>
