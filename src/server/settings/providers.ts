import { isLoopback } from './loopback.ts'
import { providerFaults } from './provider-faults.ts'
import type { Settings } from './settings.ts'

export interface StripeConfig {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  apiBase: string
  /** Undefined for the provider's own address. */
  scriptUrl: string | undefined
}

export interface GoogleConfig {
  clientId: string
  clientSecret: string
  issuer: string
}

export interface GithubConfig {
  clientId: string
  clientSecret: string
  baseUrl: string
  apiUrl: string
}

/** Any other OpenID Connect provider. */
export interface OidcConfig {
  /** Its name on the button. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  clientAuth: 'basic' | 'post'
  /** An email counts as verified if the provider does not say. */
  trustsUnverifiedEmail: boolean
}

/** Firebase Authentication, which holds emails and passwords instead of the shop. */
export interface FirebaseConfig {
  apiKey: string
  authUrl: string
}

export interface ImgbbConfig {
  key: string
  url: string
}

/** S3 storage, at Amazon or elsewhere. */
export interface S3Config {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The name of the bucket is in the path of its URL, not in the host. */
  pathStyle: boolean
}

export interface BucketConfig extends S3Config {
  bucket: string
  /** The prefix of all keys: empty, or with a final slash. */
  prefix: string
}

export type PicturesConfig =
  | { host: 'disk' }
  | ({ host: 'imgbb' } & ImgbbConfig)
  | ({ host: 's3' } & BucketConfig)

export interface SmtpConfig {
  url: string
  /** No email and no password is sent without TLS. */
  needsTls: boolean
  /** The sender of emails. */
  from: string
  /** Undefined for the sender. */
  replyTo: string | undefined
}

/** A provider without keys is undefined, and off. */
export interface Providers {
  stripe: StripeConfig | undefined
  google: GoogleConfig | undefined
  github: GithubConfig | undefined
  oidc: OidcConfig | undefined
  firebase: FirebaseConfig | undefined
  pictures: PicturesConfig
  s3: S3Config | undefined
  smtp: SmtpConfig | undefined
}

interface Read {
  providers: Providers
  faults: string[]
}

export function providersOf(read: Settings): Read {
  return {
    faults: providerFaults(read),
    providers: {
      stripe: stripeOf(read),
      google: googleOf(read),
      github: githubOf(read),
      oidc: oidcOf(read),
      firebase: firebaseOf(read),
      pictures: picturesOf(read),
      s3: s3Of(read),
      smtp: smtpOf(read),
    },
  }
}

function stripeOf(read: Settings): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = read
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase, STRIPE_JS_URL: scriptUrl } = read
  if (!secretKey || !publishableKey || !webhookSecret) return undefined
  return { secretKey, publishableKey, webhookSecret, apiBase, scriptUrl }
}

function googleOf({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER: issuer,
}: Settings) {
  return clientId && clientSecret ? { clientId, clientSecret, issuer } : undefined
}

function githubOf(read: Settings): GithubConfig | undefined {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = read
  if (!clientId || !clientSecret) return undefined
  return { clientId, clientSecret, baseUrl: read.GITHUB_BASE_URL, apiUrl: read.GITHUB_API_URL }
}

function oidcOf(read: Settings): OidcConfig | undefined {
  const { OIDC_NAME: name, OIDC_ISSUER: issuer } = read
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = read
  if (!name || !issuer || !clientId || !clientSecret) return undefined
  const trustsUnverifiedEmail = read.OIDC_TRUST_UNVERIFIED_EMAIL === 'yes'
  return { name, issuer, clientId, clientSecret, clientAuth: read.OIDC_CLIENT_AUTH, trustsUnverifiedEmail }
}

function firebaseOf({ IDENTITY, FIREBASE_API_KEY: apiKey, FIREBASE_AUTH_URL: authUrl }: Settings) {
  return IDENTITY === 'firebase' && apiKey ? { apiKey, authUrl: authUrl.replace(/\/+$/, '') } : undefined
}

function picturesOf(read: Settings): PicturesConfig {
  const { IMAGE_HOST: host, IMGBB_KEY: key = '', IMGBB_URL: url, S3_BUCKET = '' } = read
  if (host === 'imgbb') return { host, key, url }
  const s3 = s3Of(read)
  return host === 's3' && s3 ? { host, ...s3, ...bucketIn(S3_BUCKET) } : { host: 'disk' }
}

/** Amazon's address by default; other storage usually has the bucket in the path. */
function s3Of(read: Settings): S3Config | undefined {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region } = read
  const { S3_ENDPOINT, S3_PATH_STYLE = S3_ENDPOINT ? 'yes' : 'no' } = read
  if (!accessKeyId || !secretAccessKey) return undefined
  const endpoint = S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return { endpoint, region, accessKeyId, secretAccessKey, pathStyle: S3_PATH_STYLE === 'yes' }
}

/** A bucket, or a part of one: 'name', 'name/part' or 'name/part/of/it'. */
export function bucketIn(words: string): Pick<BucketConfig, 'bucket' | 'prefix'> {
  const [bucket = '', ...parts] = words.split('/').filter(Boolean)
  return { bucket, prefix: parts.map(part => `${part}/`).join('') }
}

/** A password is never sent without TLS, except in a demo. */
function smtpOf(read: Settings): SmtpConfig | undefined {
  const { SMTP_URL: url, SHOP_MODE, PUBLIC_URL, MAIL_FROM, MAIL_REPLY_TO: replyTo } = read
  if (!url) return undefined
  const needsTls = SHOP_MODE === 'live' && /\/\/[^/]*@/.test(url) && !isLoopback(url)
  const unknown = SHOP_MODE === 'demo' ? 'tuckshop.example' : placeholderHost
  const host = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : unknown
  return { url, needsTls, from: MAIL_FROM ?? `shop@${host}`, replyTo }
}

/** The host of the sender as long as the PUBLIC_URL of a live shop is not set. */
export const placeholderHost = 'shop.invalid'
