import * as z from 'zod/mini'
import { codePattern, normalizeCode, problemsOfVouchers } from '#domain/voucher.ts'
import { many } from './content-sections.ts'
import { count, day } from './shapes.ts'

const percentBounds = 'Enter more than 0 and at most 100.'

const percent = z.number(percentBounds).check(
  z.gt(0, percentBounds),
  z.maximum(100, percentBounds),
  z.refine(entered => Number(entered.toFixed(3)) === entered, 'Enter a number with at most three decimals.'),
)

/** As customers enter it, in any case (domain/voucher.ts). */
export const voucherCode = z
  .string('Enter a code.')
  .check(
    z.maxLength(100, 'Use 3 to 24 characters.'),
    z.overwrite(normalizeCode),
    z.regex(codePattern, 'Use 3 to 24 characters: letters A to Z, digits and hyphens.'),
  )

/** Amounts are in major units; the whole content checks them, because it has the currency. */
const voucher = z.strictObject({
  code: voucherCode,
  percent: z.nullable(percent),
  amount: z.nullable(z.number('Enter an amount.')),
  from: day,
  until: z.union([z.literal(''), day], 'Enter a date such as 2026-11-15.'),
  least: z.nullable(z.number('Enter an amount.')),
  uses: z.nullable(count(1)),
  usesPerPerson: z.nullable(count(1)),
})

export const vouchers = z.array(voucher).check(
  many(60, 'vouchers'),
  z.superRefine((list, { addIssue }) => {
    for (const [index, field, message] of problemsOfVouchers(list))
      addIssue({ code: 'custom', path: [index, field], message, input: list })
  }),
)
