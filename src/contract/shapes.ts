import * as z from 'zod/mini'
import { composedEmail, emailFault, normalizeEmail } from '#domain/email.ts'
import { isWholeStep, maxPrice, minorOf, tooManyDecimals } from '#domain/money.ts'
import { lineFault, linesFault, trimLine, trimLines } from '#domain/plain-text.ts'
import { maxLimit, maxSearchLength } from '#domain/search.ts'
import { maxQuantity } from '#domain/stock.ts'

/** Whether every database can store the text: no NUL, no lone surrogate. */
export const storable = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

/** One message for a missing field, and another for a value of the wrong type. */
const typeMessages = (missing: string, otherwise?: () => string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? missing : otherwise?.(),
})

/** A check with the messages that `faultOf` returns. */
const checkWith = (faultOf: (value: string) => string | undefined) =>
  z.check<string>(payload => {
    const message = faultOf(payload.value)
    if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
  })

const tooLong = (max: number) => `Use at most ${max} characters.`

const atMost = (max: number) => z.maxLength(max, tooLong(max))

/** Keeps the other checks from reading a text that is far too long. */
const farBelow = (max: number) => z.maxLength(max * 4, tooLong(max))

const isStorable = z.refine<string>(storable, 'This contains characters that cannot be stored.')

// These functions are marked as pure, like `endpoint`, so that the build can drop unused shapes from a page.

/** Trimmed single-line text of 1 to `max` characters. */
export const text = /* @__NO_SIDE_EFFECTS__ */ (max: number, missing = 'This is required.') =>
  z
    .string(typeMessages(missing))
    .check(
      farBelow(max),
      z.overwrite(trimLine),
      z.minLength(1, missing),
      atMost(max),
      isStorable,
      checkWith(lineFault),
    )

/** Trimmed single-line text that may be empty. */
export const note = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.string().check(farBelow(max), z.overwrite(trimLine), atMost(max), isStorable, checkWith(lineFault))

/** Multi-line text, for text areas only. */
export const paragraphs = /* @__NO_SIDE_EFFECTS__ */ (max: number, missing = 'This is required.') =>
  z
    .string(typeMessages(missing))
    .check(
      farBelow(max),
      z.overwrite(trimLines),
      z.minLength(1, missing),
      atMost(max),
      isStorable,
      checkWith(linesFault),
    )

/** Multi-line text that may be empty. */
export const lines = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.string().check(farBelow(max), z.overwrite(trimLines), atMost(max), isStorable, checkWith(linesFault))

/** Text that a page sends back unchanged and that is not stored. Not validated, because old data may break new rules. */
export const shown = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.string().check(z.maxLength(max), isStorable)

export const email = z.pipe(
  z
    .string(typeMessages('Email Address is required'))
    .check(
      z.maxLength(400),
      z.trim(),
      z.minLength(1, 'Email Address is required'),
      z.maxLength(254, 'An email address can have at most 254 characters.'),
      z.regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'Enter an email address.'),
      z.refine(storable, 'This contains characters that cannot be stored.'),
    ),
  z.transform(normalizeEmail),
)

/** The email of a new account, which must not be mistakable for another. Older accounts keep theirs. */
export const newEmail = z.pipe(
  z.pipe(email, z.transform(composedEmail)),
  z.string().check(checkWith(emailFault)),
)

export const id = z.string().check(z.regex(/^[0-9a-f-]{36}$/, 'This is not a valid id.'))

const isMoney = (major: number): boolean =>
  (minorOf(major) ?? Number.POSITIVE_INFINITY) <= maxPrice * maxQuantity

/** An amount in major units of the shop's currency. */
export const money = z
  .number(typeMessages('Enter an amount.', tooManyDecimals))
  .check(z.refine(isMoney, { error: tooManyDecimals }))

/** Of which currency the amounts of an answer are: the code of the shop's, such as 'EUR'. */
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'Send a currency such as EUR.'))

/** An amount that somebody enters: one that cards can be charged. */
export const amount = /* @__NO_SIDE_EFFECTS__ */ (missing = 'Enter an amount.') =>
  z
    .number(typeMessages(missing, tooManyDecimals))
    .check(z.refine(major => isMoney(major) && isWholeStep(minorOf(major) ?? 0), { error: tooManyDecimals }))

const wholeNumber = /* @__NO_SIDE_EFFECTS__ */ (least: number, missing = 'This is required.') =>
  z
    .int(typeMessages(missing, () => 'Enter a whole number.'))
    .check(z.minimum(least, `Enter at least ${least}.`))

export const count = /* @__NO_SIDE_EFFECTS__ */ (least: number, missing?: string) =>
  wholeNumber(least, missing).check(z.maximum(maxQuantity, 'Enter at most 1,000,000.'))

export const quantity = count(1)

export const stockLevel = count(0)

/** Has no maximum, because canceled orders return their units to a stock that may be full. */
export const freeStock = wholeNumber(0)

/** When something happened, or null if it has not. */
export const moment = z.nullable(z.iso.datetime())

const dateMessage = 'Enter a date such as 2026-11-15.'

/** A date of this century. */
export const day = z.iso.date(dateMessage).check(z.regex(/^20/, dateMessage))

export const idParams = z.strictObject({ id })

export const emailParams = z.strictObject({ email })

export const searchText = z
  .string()
  .check(z.maxLength(maxSearchLength, `Search with at most ${maxSearchLength} characters.`))

export const defaultLimit = 50

/** The paging parameters of every list. */
export const pageQuery = z.strictObject({
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/, `Ask for 1 to ${maxLimit}.`)),
      z.pipe(z.transform(Number), z.number().check(z.maximum(maxLimit, `Ask for 1 to ${maxLimit}.`))),
    ),
    defaultLimit,
  ),
  after: z.optional(id),
})

export type Page = z.output<typeof pageQuery>

/** For example 20 or 5.5. */
export const taxPercent = z.number('Enter 0 to 100.').check(
  z.minimum(0, 'Enter 0 to 100.'),
  z.maximum(100, 'Enter 0 to 100.'),
  z.refine(percent => Number(percent.toFixed(3)) === percent, 'Enter a number with at most three decimals.'),
)
