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

/** Any other provider that speaks OpenID Connect. */
export interface OidcConfig {
  /** What visitors call it. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  clientAuth: 'basic' | 'post'
  /** An e-mail of which the provider does not say whether it is verified counts as verified. */
  trustsUnverifiedEmail: boolean
}

/** Firebase Authentication, where e-mails and passwords are in the place of the shop. */
export interface FirebaseConfig {
  apiKey: string
  authUrl: string
}

export interface ImgbbConfig {
  key: string
  url: string
}

export type PicturesConfig = { host: 'disk' } | ({ host: 'imgbb' } & ImgbbConfig)

export interface SmtpConfig {
  url: string
  /** No letter and no password goes out before the line is encrypted. */
  needsTls: boolean
  /** The address that letters leave from. */
  from: string
  /** Where answers to them go; undefined for the same. */
  replyTo: string | undefined
}

/** The outside world, as far as keys were given: what is undefined is switched off. */
export interface Providers {
  stripe: StripeConfig | undefined
  google: GoogleConfig | undefined
  github: GithubConfig | undefined
  oidc: OidcConfig | undefined
  firebase: FirebaseConfig | undefined
  pictures: PicturesConfig
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
      pictures:
        read.IMAGE_HOST === 'imgbb'
          ? { host: 'imgbb', key: read.IMGBB_KEY ?? '', url: read.IMGBB_URL }
          : { host: 'disk' },
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

/** A password never goes over a network in the clear, except in a demo, where none is worth anything. */
function smtpOf(read: Settings): SmtpConfig | undefined {
  const { SMTP_URL: url, SHOP_MODE, PUBLIC_URL, MAIL_FROM, MAIL_REPLY_TO: replyTo } = read
  if (!url) return undefined
  const needsTls = SHOP_MODE === 'live' && /\/\/[^/]*@/.test(url) && !isLoopback(url)
  const host = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : nobodysHost
  return { url, needsTls, from: MAIL_FROM ?? `shop@${host}`, replyTo }
}

/** In the place of the shop's own, as long as nobody has said what that is. */
export const nobodysHost = 'tuckshop.example'
