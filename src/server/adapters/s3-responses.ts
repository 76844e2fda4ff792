/** The answers of S3 are simple XML: a few levels deep, without attributes. */

export interface BucketEntry {
  key: string
  bytes: number
  /** The last write, in epoch milliseconds. */
  writtenAt: number
}

export interface BucketListing {
  entries: BucketEntry[]
  /** The prefixes of deeper keys, if keys were listed up to the next slash. */
  folders: string[]
  /** The token for the next page. */
  next: string | undefined
}

/** Undefined if the answer is not a list: an empty list would mean an empty bucket. */
export function listingIn(xml: string): BucketListing | undefined {
  const list = elementIn(xml, 'ListBucketResult')
  if (list === undefined) return undefined
  const next = valueIn(list, 'NextContinuationToken')
  if (valueIn(list, 'IsTruncated') === 'true' && !next) return undefined
  return {
    entries: [...elementsIn(list, 'Contents')].map(entry => ({
      key: valueIn(entry, 'Key') ?? '',
      bytes: Number(valueIn(entry, 'Size')),
      writtenAt: Date.parse(valueIn(entry, 'LastModified') ?? ''),
    })),
    folders: [...elementsIn(list, 'CommonPrefixes')].map(entry => valueIn(entry, 'Prefix') ?? ''),
    next,
  }
}

/** The text of an element. */
export function valueIn(xml: string, name: string): string | undefined {
  const found = elementIn(xml, name)
  return found === undefined ? undefined : unescaped(found)
}

const elementIn = (xml: string, name: string): string | undefined => elementsIn(xml, name).next().value

function* elementsIn(xml: string, name: string): Generator<string, undefined> {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, 'g')
  for (const [, inside = ''] of xml.matchAll(pattern)) yield inside
  return undefined
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })

/** Advice for errors that a retry does not solve. */
const advice: Record<string, string> = {
  InvalidAccessKeyId: 'it does not know the key in S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID',
  AccessDenied: 'the key must be allowed to list the bucket, and to read, write and delete in it',
  NoSuchBucket: 'there is no such bucket; make it, or check its name',
  AuthorizationHeaderMalformed: 'it is in another region; check S3_REGION',
  PermanentRedirect: 'it is in another region, or at another address; check S3_REGION and S3_ENDPOINT',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
}

export const adviceFor = (code: string): string => (advice[code] ? `${code}: ${advice[code]}` : code)
