import * as z from 'zod/mini'
import { composedEmail, emailFault, normalizeEmail } from '#domain/email.ts'
import { centsOf, maxPrice } from '#domain/money.ts'
import { maxQuantity } from '#domain/stock.ts'

/** Text as every database can keep it: no NUL, no half of a surrogate pair. */
const storable = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

/** Text of 1 to `max` characters, without blanks around it. */
export const text = (max: number) =>
  z
    .string()
    .check(
      z.maxLength(max * 4),
      z.trim(),
      z.minLength(1, 'This is required.'),
      z.maxLength(max, `Please use at most ${max} characters.`),
      z.refine(storable, 'This contains characters that cannot be stored.'),
    )

export const email = z.pipe(
  z
    .string()
    .check(
      z.maxLength(400),
      z.trim(),
      z.maxLength(254, 'An e-mail address has at most 254 characters.'),
      z.regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'Please enter an e-mail address.'),
      z.refine(storable, 'This contains characters that cannot be stored.'),
    ),
  z.transform(normalizeEmail),
)

/** The e-mail of a new account, which must not be taken for another. Older accounts keep what they have. */
export const newEmail = z.pipe(
  z.pipe(email, z.transform(composedEmail)),
  z.string().check(
    z.check(payload => {
      const message = emailFault(payload.value)
      if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
    }),
  ),
)

export const id = z.string().check(z.regex(/^[0-9a-f-]{36}$/, 'This is not an id.'))

export const dollars = z
  .number('Please enter an amount.')
  .check(
    z.refine(
      value => (centsOf(value) ?? Number.POSITIVE_INFINITY) <= maxPrice * maxQuantity,
      'Please enter dollars with at most two decimals.',
    ),
  )

export const quantity = z.int('Please enter a whole number.').check(z.minimum(1), z.maximum(maxQuantity))

export const stockLevel = z.int('Please enter a whole number.').check(z.minimum(0), z.maximum(maxQuantity))

/** When something happened (ISO 8601), or null when it has not. */
export const moment = z.nullable(z.iso.datetime())

export const idParams = z.strictObject({ id })

export const emailParams = z.strictObject({ email })

export const defaultLimit = 50

export const maxLimit = 200

/** Paging of every list: how many, and after which one. */
export const pageQuery = z.strictObject({
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/, `Please ask for 1 to ${maxLimit}.`)),
      z.pipe(z.transform(Number), z.number().check(z.maximum(maxLimit, `Please ask for 1 to ${maxLimit}.`))),
    ),
    defaultLimit,
  ),
  after: z.optional(id),
})

export type Page = z.output<typeof pageQuery>
