import type { ShopContent } from '#contract/shop-content.ts'
import { dateOf } from '#domain/date-words.ts'
import { formatAmount } from '#domain/money.ts'
import type { Voucher } from '#domain/voucher.ts'
import { formatPercent } from '../../ui/percent.ts'
import type { FieldsOf } from './field-types.ts'

/** '10 % until Dec 24, 2026', as far as it is typed. */
const noteOf = ({ percent, amount, until }: Voucher): string =>
  [
    percent === null ? '' : formatPercent(percent),
    amount === null ? '' : formatAmount(amount),
    until && `until ${dateOf(until)}`,
  ]
    .filter(Boolean)
    .join(' ')

export const voucherFields: FieldsOf<Pick<ShopContent, 'vouchers'>> = {
  vouchers: {
    kind: 'list',
    label: 'Vouchers',
    hint: 'Codes that customers enter on the payment page. A link to any page can carry one, such as /items?voucher=WELCOME10.',
    one: 'voucher',
    title: 'code',
    note: noteOf,
    max: 60,
    initial: {
      code: '',
      percent: null,
      amount: null,
      from: '',
      until: '',
      least: null,
      uses: null,
      usesPerPerson: 1,
    },
    fields: {
      code: { kind: 'line', label: 'Code', hint: 'Such as WELCOME10: letters A to Z, digits and hyphens.' },
      percent: {
        kind: 'optional-number',
        label: 'Percent off the goods',
        hint: 'This, or the amount below.',
      },
      amount: {
        kind: 'optional-number',
        label: 'Amount off the goods',
        hint: 'Such as 5. Delivery is not made cheaper.',
      },
      from: { kind: 'day', label: 'First day', hint: 'The code is good from this day on.' },
      until: { kind: 'day', label: 'Last day', hint: 'Leave it empty if there is none.' },
      least: {
        kind: 'optional-number',
        label: 'Least sum of goods',
        hint: 'Such as 50. Leave it empty for any sum.',
      },
      uses: {
        kind: 'optional-number',
        isWhole: true,
        label: 'Payments in all',
        hint: 'How many the code is good for. Leave it empty for any number.',
      },
      usesPerPerson: {
        kind: 'optional-number',
        isWhole: true,
        label: 'Payments per customer',
        hint: 'Leave it empty for any number.',
      },
    },
  },
}
