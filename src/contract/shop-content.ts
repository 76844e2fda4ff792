import * as z from 'zod/mini'
import { hexPattern } from '#domain/color.ts'
import { currencyCodes } from '#domain/currencies.ts'
import { captionsFile, videoFile } from './content-files.ts'
import { endpoint } from './endpoint.ts'
import { photoUrl } from './item-details.ts'
import { day, lines, note, paragraphs, text } from './shapes.ts'

/** Where a link of the owner may lead: to a page of the shop, to the web, to a mail program or a telephone. */
const link = text(500, 'Enter a link.').check(
  z.regex(
    /^(\/(?!\/)|#|https?:\/\/|mailto:|tel:)[^\s"'<>\\]*$/i,
    'A link must begin with https://, mailto:, tel:, / or #.',
  ),
)

const many = (most: number, what: string) => z.maxLength(most, `Use at most ${most} ${what}.`)

const percent = z
  .int('Enter a whole number.')
  .check(z.minimum(0, 'Enter 0 to 100.'), z.maximum(100, 'Enter 0 to 100.'))

export const typefaces = ['warm', 'modern', 'classic'] as const
export const edges = ['awning', 'line', 'none'] as const
/** The marks that need no picture: the awning, and the first letter of the name. */
export const drawnMarks = ['awning', 'letter'] as const

/** Invoices, packing slips and emails have room for this many lines. */
export const mostAddressLines = 6

const address = lines(500).check(
  z.refine(
    written => written.split('\n').length <= mostAddressLines,
    `Use at most ${mostAddressLines} lines.`,
  ),
)

const banner = z.strictObject({
  picture: photoUrl,
  /** The point of the picture that stays in sight on narrow and wide screens, in percent from the left and the top. */
  focusX: percent,
  focusY: percent,
  title: text(80, 'Enter a title.'),
  text: note(240),
  link: note(40),
  to: link,
})

const statistics = z.strictObject({
  title: text(80, 'Enter a title.'),
  tagline: note(80),
  figures: z
    .array(z.strictObject({ value: text(12, 'Enter a figure.'), name: text(40, 'Enter what it counts.') }))
    .check(z.minLength(1, 'Enter a figure.'), many(6, 'figures')),
  slides: z.array(z.strictObject({ picture: photoUrl, alt: note(200) })).check(many(12, 'pictures')),
})

const noteFromOwner = z.strictObject({
  title: text(80, 'Enter a title.'),
  picture: z.nullable(photoUrl),
  letter: paragraphs(2000, 'Enter the note.'),
  from: text(120, 'Enter who signs the note.'),
  signature: z.nullable(photoUrl),
})

const overview = z.strictObject({
  title: text(80, 'Enter a title.'),
  text: note(300),
  videos: z.array(videoFile).check(z.minLength(1, 'Upload a video.'), many(2, 'videos')),
  poster: z.nullable(z.union([z.literal('/video/tour.webp'), photoUrl])),
  captions: z.nullable(captionsFile),
})

const technologies = z.strictObject({
  title: text(80, 'Enter a title.'),
  names: z.array(text(40, 'Enter a name.')).check(z.minLength(1, 'Enter a name.'), many(24, 'names')),
})

const questions = z.strictObject({
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

const member = z.strictObject({
  name: text(80, 'Enter a name.'),
  role: note(80),
  bio: note(400),
  picture: z.nullable(photoUrl),
})

/** What stands at the end of a page and leads on to another. */
const closing = z.strictObject({
  picture: z.nullable(photoUrl),
  title: text(80, 'Enter a title.'),
  text: note(240),
  action: text(40, 'Enter a label.'),
  to: link,
})

const portfolio = z.strictObject({
  text: note(400),
  closing: z.nullable(closing),
  skills: z
    .array(z.strictObject({ name: text(40, 'Enter a name.'), level: percent }))
    .check(z.minLength(1, 'Enter a skill.'), many(24, 'skills')),
})

const column = z.strictObject({
  title: text(40, 'Enter a title.'),
  links: z.array(z.strictObject({ label: text(60, 'Enter a label.'), to: link })).check(many(12, 'links')),
})

/** Nobody can change it once there is an order. */
const currency = z
  .string('Choose a currency.')
  .check(z.refine(code => currencyCodes.includes(code), 'Choose a currency.'))

/** While it holds, nobody can place a new order (domain/closed.ts). */
const closed = z.strictObject({
  text: text(240, 'Enter a text.'),
  until: day,
})

/** Everything that an owner says about their shop. A section that is null, or a list that is empty, is not shown. */
export const shopContent = z.strictObject({
  name: text(60, 'Enter the name of your shop.'),
  slogan: note(80),
  /** For search engines and shared links. */
  about: note(200),
  /** Of the seller, as invoices, packing slips and emails print them. */
  address,
  taxId: note(60),
  currency,
  mark: z.union([z.enum(drawnMarks), photoUrl]),
  accent: z.string().check(z.regex(hexPattern, 'Choose a color such as #1f6f6b.')),
  typefaces: z.enum(typefaces),
  edge: z.enum(edges),
  banners: z.array(banner).check(many(6, 'banners')),
  showsReviews: z.boolean(),
  statistics: z.nullable(statistics),
  team: z.array(member).check(many(24, 'people')),
  teamIntro: note(300),
  teamClosing: z.nullable(closing),
  ratingClosing: z.nullable(closing),
  note: z.nullable(noteFromOwner),
  overview: z.nullable(overview),
  technologies: z.nullable(technologies),
  questions: z.nullable(questions),
  portfolio: z.nullable(portfolio),
  /** Short texts for buyers: on item pages, at the order form, on receipts and in emails. */
  delivery: lines(400),
  returns: lines(400),
  contact: lines(400),
  closed: z.nullable(closed),
  columns: z.array(column).check(many(4, 'columns')),
  newsletter: z.nullable(z.strictObject({ text: note(160) })),
  copyright: note(120),
})

export type ShopContent = z.output<typeof shopContent>

/** What pages send to every visitor. The seller's address and tax id are for documents, emails and admins. */
export type PublicContent = Omit<ShopContent, 'address' | 'taxId'>

/** Without what no page shows: the words around a team need a team. */
export function publicContent({ address: _address, taxId: _taxId, ...shown }: ShopContent): PublicContent {
  return shown.team.length > 0 ? shown : { ...shown, teamIntro: '', teamClosing: null }
}

/** The content as the shop shows it now. Whoever saves sends the version that they have seen. */
const contentVersion = z.strictObject({
  version: z.int().check(z.minimum(0)),
  content: shopContent,
})

export type ContentVersion = z.output<typeof contentVersion>

const savedVersion = z.extend(contentVersion, {
  savedAt: z.nullable(z.iso.datetime()),
  savedBy: z.nullable(z.string()),
  /** Whether there is one before it that can be put back. */
  canUndo: z.boolean(),
})

export type SavedVersion = z.output<typeof savedVersion>

export const content = {
  read: endpoint({
    method: 'GET',
    path: '/shopContent',
    who: 'admin',
    summary: 'Name, look and content of the shop, with who has saved them last',
    answer: savedVersion,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/shopContent',
    who: 'admin',
    summary: 'Save name, look and content of the shop',
    body: contentVersion,
    answer: savedVersion,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/shopContent/undo',
    who: 'admin',
    summary: 'Replace the current version with the previous one',
    body: z.strictObject({ version: z.int().check(z.minimum(1)) }),
    answer: savedVersion,
  }),
}

/** The name of a live shop before its owner gives it one. */
export const unnamed = 'My shop'

/** What a live shop begins with: its name, and nothing that would have to be taken back. */
export const emptyContent = (name: string): ShopContent => ({
  name,
  slogan: '',
  about: '',
  address: '',
  taxId: '',
  currency: 'USD',
  mark: 'letter',
  accent: '#1f5f5b',
  typefaces: 'warm',
  edge: 'line',
  banners: [],
  showsReviews: true,
  statistics: null,
  team: [],
  teamIntro: '',
  teamClosing: null,
  ratingClosing: null,
  note: null,
  overview: null,
  technologies: null,
  questions: null,
  portfolio: null,
  delivery: '',
  returns: '',
  contact: '',
  closed: null,
  columns: [],
  newsletter: null,
  copyright: '',
})
