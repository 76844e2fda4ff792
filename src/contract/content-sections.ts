import * as z from 'zod/mini'
import { captionsFile, videoFile } from './content-files.ts'
import { photoUrl } from './item-details.ts'
import { note, paragraphs, text } from './shapes.ts'

/** Where a link of the owner may lead: to a page of the shop, to the web, to a mail program or a telephone. */
const link = text(500, 'Enter a link.').check(
  z.regex(
    /^(\/(?!\/)|#|https?:\/\/|mailto:|tel:)[^\s"'<>\\]*$/i,
    'A link must begin with https://, mailto:, tel:, / or #.',
  ),
)

export const many = (most: number, what: string) => z.maxLength(most, `Use at most ${most} ${what}.`)

const percent = z
  .int('Enter a whole number.')
  .check(z.minimum(0, 'Enter 0 to 100.'), z.maximum(100, 'Enter 0 to 100.'))

export const banner = z.strictObject({
  picture: photoUrl,
  /** The point of the picture that stays in sight on narrow and wide screens, in percent from the left and the top. */
  focusX: percent,
  focusY: percent,
  title: text(80, 'Enter a title.'),
  text: note(240),
  link: note(40),
  to: link,
})

export const statistics = z.strictObject({
  title: text(80, 'Enter a title.'),
  tagline: note(80),
  figures: z
    .array(z.strictObject({ value: text(12, 'Enter a figure.'), name: text(40, 'Enter what it counts.') }))
    .check(z.minLength(1, 'Enter a figure.'), many(6, 'figures')),
  slides: z.array(z.strictObject({ picture: photoUrl, alt: note(200) })).check(many(12, 'pictures')),
})

export const noteFromOwner = z.strictObject({
  title: text(80, 'Enter a title.'),
  picture: z.nullable(photoUrl),
  letter: paragraphs(2000, 'Enter the note.'),
  from: text(120, 'Enter who signs the note.'),
  signature: z.nullable(photoUrl),
})

export const overview = z.strictObject({
  title: text(80, 'Enter a title.'),
  text: note(300),
  videos: z.array(videoFile).check(z.minLength(1, 'Upload a video.'), many(2, 'videos')),
  poster: z.nullable(z.union([z.literal('/video/tour.webp'), photoUrl])),
  captions: z.nullable(captionsFile),
})

export const technologies = z.strictObject({
  title: text(80, 'Enter a title.'),
  names: z.array(text(40, 'Enter a name.')).check(z.minLength(1, 'Enter a name.'), many(24, 'names')),
})

export const questions = z.strictObject({
  title: text(80, 'Enter a title.'),
  list: z
    .array(
      z.strictObject({
        question: text(160, 'Enter a question.'),
        answer: paragraphs(2000, 'Enter an answer.'),
      }),
    )
    .check(z.minLength(1, 'Enter a question.'), many(40, 'questions')),
})

export const member = z.strictObject({
  name: text(80, 'Enter a name.'),
  role: note(80),
  bio: note(400),
  picture: z.nullable(photoUrl),
})

/** What stands at the end of a page and leads on to another. */
export const closing = z.strictObject({
  picture: z.nullable(photoUrl),
  title: text(80, 'Enter a title.'),
  text: note(240),
  action: text(40, 'Enter a label.'),
  to: link,
})

export const portfolio = z.strictObject({
  text: note(400),
  closing: z.nullable(closing),
  skills: z
    .array(z.strictObject({ name: text(40, 'Enter a name.'), level: percent }))
    .check(z.minLength(1, 'Enter a skill.'), many(24, 'skills')),
})

export const column = z.strictObject({
  title: text(40, 'Enter a title.'),
  links: z.array(z.strictObject({ label: text(60, 'Enter a label.'), to: link })).check(many(12, 'links')),
})
