import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { mostAddressLines } from '#contract/shop-content.ts'
import { isTimeZone } from '#domain/day.ts'
import { lowStock, maxLowStock } from '#domain/stock.ts'

const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(least), z.maximum(most))),
  )

const share = z.pipe(z.string().check(z.regex(/^(0(\.\d{1,6})?|1(\.0*)?)$/)), z.transform(Number))

const word = z.optional(z.string().check(z.regex(/^\S+$/)))

const address = z.string().check(z.refine(value => /^https?:$/.test(URL.parse(value)?.protocol ?? '')))

const isOrigin = (value: string): boolean => {
  const url = URL.parse(value)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username
  )
}

/** An address or a range. A range of all addresses would let anyone claim any address. */
function isPeer(peer: string): boolean {
  const [, address = '', , bits] = /^([^/]+)(\/([1-9]\d{0,2}))?$/.exec(peer) ?? []
  return isIP(address) > 0 && Number(bits ?? 1) <= (isIP(address) === 4 ? 32 : 128)
}

const peers = z.pipe(
  z.string().check(z.refine(list => list.split(',').every(peer => isPeer(peer.trim())))),
  z.transform((list: string) => list.split(',').map(peer => peer.trim())),
)

/** One address, without a name: that is the shop's. */
const mailAddress = z.optional(z.string().check(z.maxLength(254), z.email()))

/** Lines are separated by line breaks, real or written as \n, or else by commas. */
const linesOf = (address: string): string[] =>
  address
    .split(/\n|\\n/.test(address) ? /\r?\n|\\n/ : ',')
    .map(line => line.trim())
    .filter(line => line !== '')

const printed = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[^\p{Cc}]+$/u))

const postal = z.pipe(
  z.pipe(z.string(), z.transform(linesOf)),
  z.array(printed(80)).check(z.minLength(1), z.maxLength(mostAddressLines)),
)

export interface Setting {
  shape: z.ZodMiniType
  /** The allowed values, for people. */
  allowed: string
}

const setting = <S extends z.ZodMiniType>(shape: S, allowed: string) => ({ shape, allowed })
const key = setting(word, 'a key without blanks')
const keyLike = (pattern: RegExp, allowed: string) =>
  setting(z.optional(z.string().check(z.regex(pattern))), allowed)
const postgresAddress = setting(
  z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\/./))),
  'an address such as postgres://user@host/name',
)
const httpAddress = (usual: string) => setting(z._default(address, usual), `an address such as ${usual}`)

/** A bucket name as S3 allows it, and a path of plain words. */
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w-][\w.-]*)*\/?$/

/** The same as an address: s3://bucket/path. */
export const bucketAddress = new RegExp(bucketPattern.source.replace('^', '^s3://'))

const retentionDays = (least: number, usual: number) =>
  setting(z._default(wholeNumber(least, 36_500), usual), `days, from ${least} to 36500`)

/** Every setting with its allowed values and its default. `.env.example` explains them. */
export const settings = {
  PORT: setting(z._default(wholeNumber(0, 65_535), 3000), 'a port number from 0 to 65535'),
  HOST: setting(z._default(z.string().check(z.regex(/^[\w.:-]+$/)), '127.0.0.1'), 'a host name or address'),
  PUBLIC_URL: setting(
    z.optional(z.string().check(z.refine(isOrigin))),
    'an address such as https://shop.example, without a path',
  ),
  TRUSTED_PROXIES: setting(
    z._default(peers, []),
    'addresses or ranges with commas between them, such as 127.0.0.1,10.0.0.0/8',
  ),
  DRAIN_SECONDS: setting(z.optional(wholeNumber(0, 300)), 'seconds, from 0 to 300'),
  DATA_DIR: setting(z._default(z.string().check(z.minLength(1)), './data'), 'a folder'),
  DATABASE_URL: postgresAddress,
  DATABASE_DIRECT_URL: postgresAddress,
  DATABASE_POOL_SIZE: setting(
    z._default(wholeNumber(2, 1000), 10),
    'a number of connections from 2 to 1000, for each process',
  ),
  BACKUP_TO: setting(
    z.optional(z.string().check(z.refine(to => to.startsWith('/') || bucketAddress.test(to)))),
    'a folder, with its whole path, or a bucket such as s3://shop-backup/live',
  ),
  BACKUP_DAYS: retentionDays(1, 7),
  WORKERS: setting(
    z._default(z.union([z.literal('auto'), wholeNumber(1, 64)]), 1),
    "a number of processes from 1 to 64, or 'auto' for one per core",
  ),
  SHOP_MODE: setting(z._default(z.enum(['demo', 'live']), 'demo'), "'demo' or 'live'"),
  SHOP_TIMEZONE: setting(
    z._default(z.string().check(z.refine(isTimeZone)), 'UTC'),
    'a time zone such as Europe/Berlin, Africa/Lagos or UTC',
  ),
  SHOP_NAME: setting(z.optional(printed(60)), 'a name of at most 60 characters'),
  SHOP_ADDRESS: setting(
    z._default(postal, []),
    `at most ${mostAddressLines} lines of at most 80 characters, with commas or \\n between them`,
  ),
  SHOP_TAX_ID: setting(z.optional(printed(40)), 'at most 40 characters, such as DE123456789'),
  SANDBOX_PORT: setting(z._default(wholeNumber(0, 65_534), 3001), 'a port number from 0 to 65534'),
  STRIPE_SECRET_KEY: keyLike(
    /^[sr]k_(test|live)_\S+$/,
    'the key that begins with sk_test_ or sk_live_, or a restricted one with rk_test_ or rk_live_',
  ),
  STRIPE_PUBLISHABLE_KEY: keyLike(/^pk_(test|live)_\S+$/, 'the key that begins with pk_test_ or pk_live_'),
  STRIPE_WEBHOOK_SECRET: keyLike(/^whsec_\S+$/, 'the webhook’s key, which begins with whsec_'),
  STRIPE_API_BASE: httpAddress('https://api.stripe.com'),
  STRIPE_JS_URL: setting(z.optional(address), 'an address such as https://js.stripe.com/v3'),
  GOOGLE_CLIENT_ID: key,
  GOOGLE_CLIENT_SECRET: key,
  GOOGLE_ISSUER: httpAddress('https://accounts.google.com'),
  GITHUB_CLIENT_ID: key,
  GITHUB_CLIENT_SECRET: key,
  GITHUB_BASE_URL: httpAddress('https://github.com'),
  GITHUB_API_URL: httpAddress('https://api.github.com'),
  OIDC_ISSUER: setting(z.optional(address), 'an address such as https://login.example/realms/shop'),
  OIDC_CLIENT_ID: key,
  OIDC_CLIENT_SECRET: key,
  OIDC_NAME: setting(z.optional(printed(40)), 'a name of at most 40 characters, as shown on the button'),
  OIDC_CLIENT_AUTH: setting(z._default(z.enum(['basic', 'post']), 'basic'), "'basic' or 'post'"),
  OIDC_TRUST_UNVERIFIED_EMAIL: setting(z._default(z.enum(['no', 'yes']), 'no'), "'no' or 'yes'"),
  IDENTITY: setting(z._default(z.enum(['own', 'firebase']), 'own'), "'own' or 'firebase'"),
  FIREBASE_API_KEY: key,
  FIREBASE_AUTH_URL: httpAddress('https://identitytoolkit.googleapis.com'),
  IMAGE_HOST: setting(z._default(z.enum(['disk', 'imgbb', 's3']), 'disk'), "'disk', 'imgbb' or 's3'"),
  IMGBB_KEY: key,
  IMGBB_URL: httpAddress('https://api.imgbb.com'),
  S3_BUCKET: keyLike(
    bucketPattern,
    'the name of a bucket such as shop-pictures, or of a part of one such as shop/pictures',
  ),
  S3_REGION: setting(
    z._default(z.string().check(z.regex(/^[\w-]+$/)), 'us-east-1'),
    'a region such as eu-central-1',
  ),
  S3_ENDPOINT: setting(z.optional(address), 'an address such as https://storage.example'),
  S3_ACCESS_KEY_ID: key,
  S3_SECRET_ACCESS_KEY: key,
  S3_PATH_STYLE: setting(z.optional(z.enum(['no', 'yes'])), "'no' or 'yes'"),
  SMTP_URL: setting(
    z.optional(z.string().check(z.refine(value => /^smtps?:$/.test(URL.parse(value)?.protocol ?? '')))),
    'an address such as smtp://user:password@host:587',
  ),
  MAIL_FROM: setting(mailAddress, 'an email address such as orders@shop.example, without a name'),
  MAIL_REPLY_TO: setting(mailAddress, 'an email address such as help@shop.example, without a name'),
  STRAY_PAYMENTS: setting(z._default(z.enum(['show', 'refund']), 'show'), "'show' or 'refund'"),
  HOLD_MINUTES: setting(z._default(wholeNumber(1, 525_600), 30), 'minutes, from 1 to 525600'),
  MAX_HELD_SHARE: setting(z._default(wholeNumber(1, 100), 100), 'percent, from 1 to 100'),
  LOW_STOCK: setting(z._default(wholeNumber(0, maxLowStock), lowStock), `units, from 0 to ${maxLowStock}`),
  SESSION_DAYS: setting(z._default(wholeNumber(1, 365), 30), 'days, from 1 to 365'),
  SESSION_IDLE_DAYS: setting(z._default(wholeNumber(1, 365), 14), 'days, from 1 to 365'),
  KEEP_UNPAID_ORDERS_DAYS: retentionDays(30, 365),
  KEEP_LETTERS_DAYS: retentionDays(7, 90),
  KEEP_CARD_EVENTS_DAYS: retentionDays(35, 60),
  KEEP_AUDIT_DAYS: retentionDays(30, 730),
  ADMIN_SECOND_FACTOR: setting(
    z._default(z.enum(['optional', 'required']), 'optional'),
    "'optional' or 'required'",
  ),
  METRICS_TOKEN: keyLike(/^[\x21-\x7e]{16,200}$/, 'at least 16 characters without blanks'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(z.optional(address), 'an address such as http://localhost:4318'),
  OTEL_SERVICE_NAME: setting(z._default(printed(60), 'tuckshop'), 'a name of at most 60 characters'),
  OTEL_TRACES_SAMPLER_ARG: setting(z._default(share, 1), 'a share of all requests, from 0 to 1, such as 0.1'),
  LOG_LEVEL: setting(
    z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'warn'),
    "'fatal', 'error', 'warn', 'info', 'debug', 'trace' or 'silent'",
  ),
} satisfies Record<string, Setting>

export type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['shape']> }
