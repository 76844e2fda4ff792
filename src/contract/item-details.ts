import * as z from 'zod/mini'
import { note, text } from './shapes.ts'

/** A picture of the shop's own, or one on the web. */
export const photoUrl = text(2000, 'Image is required').check(
  z.regex(/^(\/(pictures|images)\/[\w.-]+|https?:\/\/[^\s"'<>]+)$/, 'Please upload a picture.'),
)

/** So many pictures an item can have besides its first one. */
export const maxFurtherPictures = 4

/** What an admin types of them. */
export const itemNotes = z.strictObject({ materials: note(300), size: note(300), care: note(300) })

/** What else can be told of an item; empty where nothing is. Lists go without it. */
export const itemDetails = z.extend(itemNotes, {
  pictures: z
    .array(photoUrl)
    .check(z.maxLength(maxFurtherPictures, `Please use at most ${maxFurtherPictures} further pictures.`)),
})

export type ItemDetails = z.output<typeof itemDetails>

/** Where an item is added or changed, each can be left out. */
export const givenDetails = z.partial(itemDetails)

export type GivenDetails = z.output<typeof givenDetails>
