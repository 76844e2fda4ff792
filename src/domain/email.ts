/** Lowercases ASCII only: `toLowerCase` turns the Kelvin sign into k, which could be another person's address. */
export const normalizeEmail = (email: string): string =>
  email.trim().replace(/[A-Z]+/g, capitals => capitals.toLowerCase())

export const sameEmail = (a: string, b: string): boolean => normalizeEmail(a) === normalizeEmail(b)

/** All non-ASCII characters that case folding or NFC turns into ASCII (a test scans all of Unicode for them). */
const foldsToAscii = /[\u0130\u037E\u1FEF\u212A]/

/** The form that new accounts store: lowercase and NFC. */
export function composedEmail(email: string): string {
  const normalized = normalizeEmail(email)
  return foldsToAscii.test(normalized) ? normalized : normalized.toLowerCase().normalize('NFC')
}

/**
 * Whether mail programs read this address literally. They drop brackets and comments and split at commas (RFC 5322), so
 * many spellings would reach one mailbox, and each would have its own rate limits.
 */
const isUnambiguous = (email: string): boolean =>
  !/[<>()[\]\\,;:"]/.test(email) && email.split('@').every(part => part.split('.').every(word => word !== ''))

/** Controls, spaces, zero-width characters, changes of direction, and unassigned code points. */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** Only letters of living languages: phonetic letters and the dotless i look like other letters. */
const latin =
  'a-z\\u00DF-\\u00F6\\u00F8-\\u0130\\u0132-\\u017E\\u01A0\\u01A1\\u01AF\\u01B0\\u0218-\\u021B\\u1E00-\\u1EFF'

/** Chinese, Japanese and Korean mix several scripts, so those count as one alphabet. */
const alphabets =
  'Cyrillic,Greek,Armenian,Georgian,Hebrew,Arabic,Ethiopic,Thai,Lao,Devanagari,Bengali,Gurmukhi,Gujarati,Oriya,Tamil,' +
  'Telugu,Kannada,Malayalam,Sinhala,Myanmar,Khmer,Tibetan,Han Hiragana Katakana,Han Hangul,Han Bopomofo'

const lettersOf = (alphabet: string): string =>
  `[[${alphabet.replace(/(\w+) ?/g, '\\p{Script=$1}')}\\u30FC]&&[\\p{L}\\p{M}]]`

let oneAlphabet: RegExp[] | undefined

/** ASCII digits and symbols fit every alphabet. Compiled on first use, because that takes a page 10 ms. */
function usesOneAlphabet(part: string): boolean {
  oneAlphabet ??= [latin, ...alphabets.split(',').map(lettersOf)].map(
    letters => new RegExp(`^[\\x21-\\x40\\x5B-\\x60\\x7B-\\x7E${letters}]+$`, 'v'),
  )
  return oneAlphabet.some(alphabet => alphabet.test(part))
}

const printableAscii = /^[\x21-\x7E]*$/

/** Cyrillic and Greek letters that look Latin: a word of only these can be mistaken for a Latin word. */
const latinLookalikes = /^[\x21-\x7Eасԁеһіјӏкорԛѕтԝхуҽѵьαικνορτυχϲ]+$/u

/**
 * Why this email cannot be used to sign up, or undefined. It must not be mistakable for another person's address: each
 * part (before the @, and each label of the domain) uses one alphabet and only visible, distinguishable characters.
 */
export function emailFault(email: string): string | undefined {
  if (!isUnambiguous(email)) return 'Enter an email address.'
  if (printableAscii.test(email)) return undefined
  if (invisible.test(email)) return 'This contains invisible characters. Type the address again.'
  if (email.normalize('NFKC') !== email || foldsToAscii.test(email))
    return 'This contains special forms of letters. Type the address with plain letters.'
  const [local = '', domain = ''] = email.split('@')
  for (const part of [local, ...domain.split('.')]) {
    if (part !== '' && !usesOneAlphabet(part))
      return 'This mixes letters of several alphabets, or contains unusual characters. Use one alphabet before the @ and one after it.'
    if (!printableAscii.test(part) && latinLookalikes.test(part))
      return 'This looks like a different address in Latin letters. Use Latin letters.'
  }
  return undefined
}

/**
 * Whether an address that a provider has verified can be compared with ours. Takes the raw address, before any folding or
 * trimming. The local part must be ASCII, and the domain must already be in the form that the shop stores.
 */
export const isComparable = (raw: string): boolean =>
  /^[\x21-\x3F\x41-\x7E]+@[^@]+$/.test(raw) &&
  isUnambiguous(raw) &&
  !invisible.test(raw) &&
  !foldsToAscii.test(raw) &&
  composedEmail(raw) === normalizeEmail(raw)
