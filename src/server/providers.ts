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

export interface ImgbbConfig {
  key: string
  url: string
}

export type ImagesConfig = { host: 'disk' } | ({ host: 'imgbb' } & ImgbbConfig)

/** The outside world, as far as keys were given: what is undefined is switched off. */
export interface Providers {
  stripe: StripeConfig | undefined
  google: GoogleConfig | undefined
  github: GithubConfig | undefined
  images: ImagesConfig
  smtpUrl: string | undefined
}

interface Read {
  providers: Providers
  faults: string[]
}

export function providersOf(read: Settings): Read {
  const faults = [
    ...together(read, 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'),
    ...together(read, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
    ...together(read, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'),
    ...sandboxWithLiveMoney(read),
  ]
  if (read.IMAGE_HOST === 'imgbb' && !read.IMGBB_KEY)
    faults.push("IMAGE_HOST is 'imgbb', so IMGBB_KEY must be set.")
  return {
    faults,
    providers: {
      stripe: stripeOf(read),
      google: googleOf(read),
      github: githubOf(read),
      images:
        read.IMAGE_HOST === 'imgbb'
          ? { host: 'imgbb', key: read.IMGBB_KEY ?? '', url: read.IMGBB_URL }
          : { host: 'disk' },
      smtpUrl: read.SMTP_URL,
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

/** Keys that are of no use alone: half of them is a slip. */
function together(read: Settings, ...names: (keyof Settings)[]): string[] {
  const missing = names.filter(name => !read[name])
  if (missing.length === 0 || missing.length === names.length) return []
  return [`${missing.join(' and ')} must be set too: ${names.join(', ')} go together.`]
}

const providerAddresses = [
  'STRIPE_API_BASE',
  'STRIPE_JS_URL',
  'GOOGLE_ISSUER',
  'GITHUB_BASE_URL',
  'GITHUB_API_URL',
  'IMGBB_URL',
] as const

const isLocal = (address: string | undefined): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.parse(address ?? '')?.hostname ?? '')

/** Real money and real people never meet a sandbox. */
function sandboxWithLiveMoney(read: Settings): string[] {
  const local = providerAddresses.filter(name => isLocal(read[name]))
  const liveKey =
    /^[sp]k_live_/.test(read.STRIPE_SECRET_KEY ?? '') ||
    /^[sp]k_live_/.test(read.STRIPE_PUBLISHABLE_KEY ?? '')
  const cards = local.filter(name => name.startsWith('STRIPE_'))
  if (read.SHOP_MODE === 'live' && local.length > 0) {
    return local.map(name => `${name} is '${read[name]}', a sandbox, but SHOP_MODE is 'live'.`)
  }
  return liveKey
    ? cards.map(name => `${name} is '${read[name]}', a sandbox, but the Stripe keys are live ones.`)
    : []
}
