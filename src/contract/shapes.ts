import * as z from 'zod/mini'
import { composedEmail, emailFault, normalizeEmail } from '#domain/email.ts'
import { centsOf, maxPrice, twoDecimals } from '#domain/money.ts'
import { lineFault, linesFault, trimLine, trimLines } from '#domain/plain-text.ts'
import { maxLimit, maxSearchLength } from '#domain/search.ts'
import { maxQuantity } from '#domain/stock.ts'

/** Text as every database can keep it: no NUL, no half of a surrogate pair. */
export const storable = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

/** What is said of a field that is not there at all; anything else that is no text or number is said otherwise. */
const whenMissing = (missing: string, otherwise?: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? missing : otherwise),
})

/** A rule that says in its own words what is wrong. */
const faultless = (faultOf: (value: string) => string | undefined) =>
  z.check<string>(payload => {
    const message = faultOf(payload.value)
    if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
  })

const atMost = (max: number) => z.maxLength(max, `Please use at most ${max} characters.`)

const kept = z.refine<string>(storable, 'This contains characters that cannot be stored.')

// The functions that make shapes are marked as `endpoint` is: the build leaves out of a page what it does not use.

/** Text on one line, of 1 to `max` characters, without blanks around it. */
export const text = /* @__NO_SIDE_EFFECTS__ */ (max: number, missing = 'This is required.') =>
  z
    .string(whenMissing(missing))
    .check(
      z.maxLength(max * 4),
      z.overwrite(trimLine),
      z.minLength(1, missing),
      atMost(max),
      kept,
      faultless(lineFault),
    )

/** The same, which may be empty. */
export const note = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.string().check(z.maxLength(max * 4), z.overwrite(trimLine), atMost(max), kept, faultless(lineFault))

/** Text that may have several lines: only what is typed into a text area. */
export const paragraphs = /* @__NO_SIDE_EFFECTS__ */ (max: number, missing = 'This is required.') =>
  z
    .string(whenMissing(missing))
    .check(
      z.maxLength(max * 4),
      z.overwrite(trimLines),
      z.minLength(1, missing),
      atMost(max),
      kept,
      faultless(linesFault),
    )

/** Text that a page sends back as it was shown and that is not kept: older data may break today's rules. */
export const shown = /* @__NO_SIDE_EFFECTS__ */ (max: number) => z.string().check(z.maxLength(max), kept)

export const email = z.pipe(
  z
    .string(whenMissing('Email Address is required'))
    .check(
      z.maxLength(400),
      z.trim(),
      z.minLength(1, 'Email Address is required'),
      z.maxLength(254, 'An e-mail address has at most 254 characters.'),
      z.regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'Please enter an e-mail address.'),
      z.refine(storable, 'This contains characters that cannot be stored.'),
    ),
  z.transform(normalizeEmail),
)

/** The e-mail of a new account, which must not be taken for another. Older accounts keep what they have. */
export const newEmail = z.pipe(
  z.pipe(email, z.transform(composedEmail)),
  z.string().check(faultless(emailFault)),
)

export const id = z.string().check(z.regex(/^[0-9a-f-]{36}$/, 'This is not an id.'))

export const amount = /* @__NO_SIDE_EFFECTS__ */ (missing = 'Please enter an amount.') =>
  z
    .number(whenMissing(missing, twoDecimals))
    .check(
      z.refine(value => (centsOf(value) ?? Number.POSITIVE_INFINITY) <= maxPrice * maxQuantity, twoDecimals),
    )

export const dollars = amount()

const wholeNumber = /* @__NO_SIDE_EFFECTS__ */ (least: number, missing = 'This is required.') =>
  z
    .int(whenMissing(missing, 'Please enter a whole number.'))
    .check(z.minimum(least, `Please enter at least ${least}.`))

/** How many of something. */
export const count = /* @__NO_SIDE_EFFECTS__ */ (least: number, missing?: string) =>
  wholeNumber(least, missing).check(z.maximum(maxQuantity, 'Please enter at most 1,000,000.'))

export const quantity = count(1)

export const stockLevel = count(0)

/** How many are free, which may be more than can be put in: orders give back what they held. */
export const freeStock = wholeNumber(0)

/** When something happened (ISO 8601), or null when it has not. */
export const moment = z.nullable(z.iso.datetime())

const aDay = 'Please give a day such as 2026-11-15.'

/** A day of this century. */
export const day = z.iso.date(aDay).check(z.regex(/^20/, aDay))

export const idParams = z.strictObject({ id })

export const emailParams = z.strictObject({ email })

export const searchText = z
  .string()
  .check(z.maxLength(maxSearchLength, `Please search with at most ${maxSearchLength} characters.`))

export const defaultLimit = 50

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
