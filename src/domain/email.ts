/** Capitals of ASCII alone: `toLowerCase` makes a plain k of the Kelvin sign, and so another person's address. */
export const normalizeEmail = (email: string): string =>
  email.trim().replace(/[A-Z]+/g, capitals => capitals.toLowerCase())

export const sameEmail = (a: string, b: string): boolean => normalizeEmail(a) === normalizeEmail(b)

/** All characters beyond ASCII that become ASCII when case or composition is folded (a test walks Unicode for them). */
const becomesAscii = /[\u0130\u037E\u1FEF\u212A]/

/** As a new account keeps its e-mail: small letters, each in one piece, however it was typed. */
export function composedEmail(email: string): string {
  const normalized = normalizeEmail(email)
  return becomesAscii.test(normalized) ? normalized : normalized.toLowerCase().normalize('NFC')
}

/**
 * Whether mail programs read this address as it is written: brackets, commas and the like are left out of it or divide it
 * (RFC 5322), so that many spellings would reach one mailbox, each with limits of its own.
 */
const isUnambiguous = (email: string): boolean =>
  !/[<>()[\]\\,;:"]/.test(email) && email.split('@').every(part => part.split('.').every(word => word !== ''))

/** Characters that take no room, turn the text around, are blanks, or mean nothing to anybody. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** Of living languages only: Latin letters for phonetics, and the i without a dot, are drawn like others. */
const latin =
  'a-z\\u00DF-\\u00F6\\u00F8-\\u0130\\u0132-\\u017E\\u01A0\\u01A1\\u01AF\\u01B0\\u0218-\\u021B\\u1E00-\\u1EFF'

/** Chinese, Japanese and Korean are written with several scripts at a time. */
const alphabets =
  'Cyrillic,Greek,Armenian,Georgian,Hebrew,Arabic,Ethiopic,Thai,Lao,Devanagari,Bengali,Gurmukhi,Gujarati,Oriya,Tamil,' +
  'Telugu,Kannada,Malayalam,Sinhala,Myanmar,Khmer,Tibetan,Han Hiragana Katakana,Han Hangul,Han Bopomofo'

const lettersOf = (alphabet: string): string =>
  `[[${alphabet.replace(/(\w+) ?/g, '\\p{Script=$1}')}\\u30FC]&&[\\p{L}\\p{M}]]`

let oneAlphabet: RegExp[] | undefined

/** Digits and signs of ASCII go with every alphabet. Made once, when first needed: all of them take a page 10 ms. */
function isOneAlphabet(part: string): boolean {
  oneAlphabet ??= [latin, ...alphabets.split(',').map(lettersOf)].map(
    letters => new RegExp(`^[\\x21-\\x40\\x5B-\\x60\\x7B-\\x7E${letters}]+$`, 'v'),
  )
  return oneAlphabet.some(alphabet => alphabet.test(part))
}

const plain = /^[\x21-\x7E]*$/

/** Cyrillic and Greek letters that are drawn like Latin ones: a word of these alone is read as another. */
const drawnLikeLatin = /^[\x21-\x7Eасԁеһіјӏкорԛѕтԝхуҽѵьαικνορτυχϲ]+$/u

/**
 * Why nobody may sign up with this e-mail, or undefined: it must not be taken for somebody else's. Each part (before
 * the @, and each word of the domain) is written in one alphabet, in characters that one can see and tell apart.
 */
export function emailFault(email: string): string | undefined {
  if (!isUnambiguous(email)) return 'Please enter an e-mail address.'
  if (plain.test(email)) return undefined
  if (unseen.test(email)) return 'This contains invisible characters. Please type the address anew.'
  if (email.normalize('NFKC') !== email || becomesAscii.test(email))
    return 'This contains characters that stand for others. Please type the address with plain letters.'
  const [local = '', domain = ''] = email.split('@')
  for (const part of [local, ...domain.split('.')]) {
    if (part !== '' && !isOneAlphabet(part))
      return 'This mixes letters of several alphabets, or signs that are none. Please use one alphabet before the @ and one after it.'
    if (!plain.test(part) && drawnLikeLatin.test(part))
      return 'This looks like another address that is written in Latin letters. Please use those.'
  }
  return undefined
}

/**
 * Whether an address that a provider vouches for can be compared with ours: judged as it came, before anything is folded or
 * trimmed. Before the @ it is plain ASCII, after it a domain that is written as the shop would write it.
 */
export const isComparable = (raw: string): boolean =>
  /^[\x21-\x3F\x41-\x7E]+@[^@]+$/.test(raw) &&
  isUnambiguous(raw) &&
  !unseen.test(raw) &&
  !becomesAscii.test(raw) &&
  composedEmail(raw) === normalizeEmail(raw)
