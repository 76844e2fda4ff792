import type { ShopContent } from '#contract/shop-content.ts'
import { dateOf } from '#domain/date-words.ts'
import type { TaxRate } from '#domain/tax.ts'
import { formatPercent } from '../../ui/percent.ts'
import type { FieldsOf } from './field-types.ts'

/** '20 % from Jan 1, 2026', as far as it is typed. */
const noteOf = ({ percent, from }: TaxRate): string =>
  [Number.isNaN(percent) ? '' : formatPercent(percent), from && `from ${dateOf(from)}`]
    .filter(Boolean)
    .join(' ')

export const taxFields: FieldsOf<Pick<ShopContent, 'taxRates' | 'taxNote'>> = {
  taxRates: {
    kind: 'list',
    label: 'Tax rates',
    hint: 'Prices contain the tax. The first rate holds for all items that name no other. For a new percentage from a later day, add another entry with the same name.',
    one: 'rate',
    title: 'name',
    note: noteOf,
    max: 24,
    initial: { name: '', percent: Number.NaN, from: '' },
    fields: {
      name: { kind: 'line', label: 'Name of the rate', hint: 'Such as Standard or Reduced.' },
      percent: { kind: 'number', label: 'Percent', hint: 'Such as 20 or 5.5.' },
      from: { kind: 'day', label: 'First day', hint: 'The rate holds from this day on.' },
    },
  },
  taxNote: {
    kind: 'line',
    label: 'Note about tax',
    hint: 'Printed on invoices, such as: VAT not applicable, art. 293 B du CGI. Optional.',
  },
}
