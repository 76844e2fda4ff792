import type { edges, ShopContent, typefaces } from '#contract/shop-content.ts'
import { deliveryFields } from './delivery-fields.ts'
import { type AnyField, type AnyFields, type FieldsOf, optional, type Part } from './field-types.ts'
import { homeFields } from './home-fields.ts'
import { taxFields } from './tax-fields.ts'
import { transferField } from './transfer-field.ts'
import { voucherFields } from './voucher-fields.ts'

const leadsTo = 'A page of your shop such as /items, a web address, mailto: or tel:.'

const closing = (label: string): Part<NonNullable<ShopContent['teamClosing']>> => ({
  kind: 'part',
  label,
  hint: 'A picture, a few words and a button.',
  initial: { picture: null, title: '', text: '', action: '', to: '/items' },
  fields: {
    picture: { kind: 'picture', label: 'Picture', hint: optional },
    title: { kind: 'line', label: 'Title' },
    text: { kind: 'line', label: 'Text', hint: optional },
    action: { kind: 'line', label: 'Button text' },
    to: { kind: 'line', label: 'Button leads to', hint: leadsTo },
  },
})

export const fields: FieldsOf<ShopContent> = {
  name: { kind: 'line', label: 'Shop name' },
  slogan: { kind: 'line', label: 'Slogan', hint: optional },
  about: {
    kind: 'line',
    label: 'Short description',
    hint: 'One sentence about your shop, for search results and shared links.',
  },
  address: {
    kind: 'text',
    label: 'Business address',
    hint: 'Printed on invoices, packing slips and emails.',
  },
  taxId: { kind: 'line', label: 'Tax or VAT number', hint: 'Printed on invoices. Optional.' },
  currency: {
    kind: 'currency',
    label: 'Currency',
    hint: 'For all prices and payments. You can change it until your first order, and again once all orders are removed, if nobody has paid. Prices keep their numbers.',
  },
  ...taxFields,
  ...deliveryFields,
  ...voucherFields,
  transfer: transferField,
  mark: { kind: 'mark', label: 'Logo' },
  accent: { kind: 'color', label: 'Accent color' },
  typefaces: {
    kind: 'choice',
    label: 'Fonts',
    options: {
      warm: 'Warm: Young Serif and Figtree',
      modern: 'Modern: Bricolage Grotesque and Instrument Sans',
      classic: 'Classic: Newsreader and Source Sans',
    } satisfies Record<(typeof typefaces)[number], string>,
  },
  edge: {
    kind: 'choice',
    label: 'Edge below the menu',
    options: { awning: 'Striped awning', line: 'Thin line', none: 'Nothing' } satisfies Record<
      (typeof edges)[number],
      string
    >,
  },
  ...homeFields,
  team: {
    kind: 'list',
    label: 'Team',
    hint: 'If nobody is listed, your shop has no Team page.',
    one: 'person',
    title: 'name',
    max: 24,
    initial: { name: '', role: '', bio: '', picture: null },
    fields: {
      name: { kind: 'line', label: 'Name' },
      role: { kind: 'line', label: 'Role', hint: optional },
      bio: { kind: 'line', label: 'About this person', hint: optional },
      picture: { kind: 'picture', label: 'Portrait', hint: optional },
    },
  },
  teamIntro: { kind: 'line', label: 'Text above the team', hint: optional },
  teamClosing: closing('End of the team page'),
  portfolio: {
    kind: 'part',
    label: 'Portfolio',
    hint: 'A page that shows what you are good at. While it is off, your shop has no Portfolio page.',
    initial: { text: '', closing: null, skills: [{ name: '', level: 50 }] },
    fields: {
      text: { kind: 'line', label: 'Text above the skills', hint: optional },
      skills: {
        kind: 'list',
        label: 'Skills',
        one: 'skill',
        title: 'name',
        max: 24,
        initial: { name: '', level: 50 },
        fields: {
          name: { kind: 'line', label: 'Skill' },
          level: { kind: 'percent', label: 'Level' },
        },
      },
      closing: closing('End of the portfolio page'),
    },
  },
  ratingClosing: closing('End of the star rating page'),
  delivery: {
    kind: 'text',
    label: 'Delivery',
    hint: 'How long it takes and where you deliver. What it costs is under Selling. Optional.',
  },
  returns: {
    kind: 'text',
    label: 'Returns',
    hint: 'How long customers have, and who pays for the return. Optional.',
  },
  contact: {
    kind: 'text',
    label: 'Contact',
    hint: 'An email address or phone number, and when you reply. Also shown in every email. Optional.',
  },
  closed: {
    kind: 'part',
    label: 'Closed for a while',
    hint: 'Nobody can place a new order until a day is over. Orders that exist can be paid, removed, sent and refunded.',
    initial: { text: '', until: '' },
    fields: {
      text: {
        kind: 'line',
        label: 'Text above all pages',
        hint: 'Such as: We are on holiday. Orders again from August 3.',
      },
      until: {
        kind: 'day',
        label: 'Last day without orders',
        hint: 'The text goes by itself when this day ends.',
      },
    },
  },
  columns: {
    kind: 'list',
    label: 'Footer columns',
    hint: 'Groups of links at the end of every page, such as shipping, terms and contact.',
    one: 'column',
    title: 'title',
    max: 4,
    initial: { title: '', links: [] },
    fields: {
      title: { kind: 'line', label: 'Title' },
      links: {
        kind: 'list',
        label: 'Links',
        one: 'link',
        title: 'label',
        max: 12,
        initial: { label: '', to: '' },
        fields: {
          label: { kind: 'line', label: 'Link text' },
          to: { kind: 'line', label: 'Leads to', hint: leadsTo },
        },
      },
    },
  },
  newsletter: {
    kind: 'part',
    label: 'Newsletter',
    hint: 'A box in the footer where visitors leave their email address.',
    initial: { text: '' },
    fields: { text: { kind: 'line', label: 'Text above the box', hint: optional } },
  },
  copyright: { kind: 'line', label: 'Copyright line', hint: 'Such as © 2026 Atelier Lumière.' },
}

export const anyFields = fields as unknown as AnyFields

/** How the form shows the value at a path, or the list that it is in. */
export const kindAt = (path: readonly PropertyKey[]): AnyField['kind'] | undefined =>
  path
    .filter(key => typeof key === 'string')
    .reduce<{ kind?: AnyField['kind']; fields?: AnyFields } | undefined>(
      (outer, key) => outer?.fields?.[key],
      { fields: anyFields },
    )?.kind

interface Section {
  title: string
  /** Where links open the panel with it: `?panel=shop-selling`. */
  address?: string
  /** Whether the preview shows the home page, or the team and portfolio. */
  isHome: boolean
  keys: readonly (keyof ShopContent)[]
}

export const sections: readonly Section[] = [
  {
    title: 'Name and look',
    isHome: true,
    keys: ['name', 'slogan', 'about', 'mark', 'accent', 'typefaces', 'edge'],
  },
  {
    title: 'Home page',
    isHome: true,
    keys: ['banners', 'showsReviews', 'statistics', 'note', 'overview', 'technologies', 'questions'],
  },
  {
    title: 'Team and portfolio',
    isHome: false,
    keys: ['team', 'teamIntro', 'teamClosing', 'portfolio', 'ratingClosing'],
  },
  {
    title: 'Delivery, returns, contact',
    isHome: true,
    keys: ['delivery', 'returns', 'contact'],
  },
  {
    title: 'Selling',
    address: 'selling',
    isHome: true,
    keys: ['currency', 'taxRates', 'taxNote', 'deliveryPrice', 'vouchers', 'transfer', 'closed'],
  },
  {
    title: 'Footer and legal',
    address: 'legal',
    isHome: true,
    keys: ['address', 'taxId', 'columns', 'newsletter', 'copyright'],
  },
]
