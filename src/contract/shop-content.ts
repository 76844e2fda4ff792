import * as z from 'zod/mini'
import { hexPattern } from '#domain/color.ts'
import { currencyCodes, currencyOf } from '#domain/currencies.ts'
import { faultOf } from '#domain/delivery.ts'
import { problemsOfRates } from '#domain/tax.ts'
import {
  banner,
  closing,
  column,
  many,
  member,
  noteFromOwner,
  overview,
  portfolio,
  questions,
  statistics,
  technologies,
} from './content-sections.ts'
import { deliveryPrice, type SentDeliveryPrice } from './delivery-price.ts'
import { endpoint } from './endpoint.ts'
import { photoUrl } from './item-details.ts'
import { day, lines, note, taxPercent, text } from './shapes.ts'
import { type Transfer, transfer } from './transfer.ts'
import { vouchers } from './vouchers.ts'

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

/** Nobody can change it once there is an order. */
const currency = z
  .string('Choose a currency.')
  .check(z.refine(code => currencyCodes.includes(code), 'Choose a currency.'))

/** Prices contain the tax. A rate holds from a day on, until a later one of the same name. */
const taxRate = z.strictObject({
  name: text(40, 'Enter a name.'),
  percent: taxPercent,
  from: day,
})

const taxRates = z.array(taxRate).check(
  many(24, 'rates'),
  z.superRefine((rates, { addIssue }) => {
    for (const [index, problem] of problemsOfRates(rates))
      addIssue({ code: 'custom', path: [index, 'name'], message: problem, input: rates })
  }),
)

interface Entered {
  currency: string
  deliveryPrice: SentDeliveryPrice
  vouchers: z.output<typeof vouchers>
}

type EnteredAmount = readonly [path: (string | number)[], entered: number | null]

const amountsIn = ({ deliveryPrice: delivery, vouchers: list }: Entered): EnteredAmount[] => [
  [['deliveryPrice', 'price'], delivery?.price ?? null],
  [['deliveryPrice', 'freeFrom'], delivery?.freeFrom ?? null],
  ...list.flatMap(({ amount, least }, index): EnteredAmount[] => [
    [['vouchers', index, 'amount'], amount],
    [['vouchers', index, 'least'], least],
  ]),
]

/** Owners may choose the currency and enter amounts in one go. */
const inCurrency = z.superRefine<Entered>((content, { addIssue }) => {
  for (const [path, entered] of amountsIn(content)) {
    const message = entered === null ? undefined : faultOf(entered, currencyOf(content.currency))
    if (message) addIssue({ code: 'custom', path, message, input: entered })
  }
})

/** While it holds, nobody can place a new order (domain/closed.ts). */
const closed = z.strictObject({
  text: text(240, 'Enter a text.'),
  until: day,
})

/** Everything that an owner says about their shop. A section that is null, or a list that is empty, is not shown. */
export const shopContent = z
  .strictObject({
    name: text(60, 'Enter the name of your shop.'),
    slogan: note(80),
    /** For search engines and shared links. */
    about: note(200),
    /** Of the seller, as invoices, packing slips and emails print them. */
    address,
    taxId: note(60),
    currency,
    taxRates,
    /** For example why there is no tax; printed on invoices. */
    taxNote: note(160),
    deliveryPrice: deliveryPrice,
    /** Codes that make a payment cheaper (domain/voucher.ts). */
    vouchers,
    transfer: z.nullable(transfer),
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
  .check(inCurrency)

export type ShopContent = z.output<typeof shopContent>

/**
 * What pages send to every visitor. The seller's address and tax id are for documents, emails and admins; the bank account
 * is for customers who pay (contract/payments.ts), and the codes of vouchers are for those who were given one.
 */
export interface PublicContent extends Omit<ShopContent, 'address' | 'taxId' | 'transfer' | 'vouchers'> {
  transfer: Pick<Transfer, 'days'> | null
  takesVouchers: boolean
}

/** Without what no page shows: the words around a team need a team. */
export function publicContent(content: ShopContent): PublicContent {
  const { address: _address, taxId: _taxId, transfer: account, vouchers: codes, ...others } = content
  const shown = {
    ...others,
    transfer: account && { days: account.days },
    takesVouchers: codes.length > 0,
  }
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
    // Vouchers say how often one customer may use them, but name nobody.
    subject: 'nobody',
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
  taxRates: [],
  taxNote: '',
  deliveryPrice: null,
  vouchers: [],
  transfer: null,
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
