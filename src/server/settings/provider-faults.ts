import { isLoopback } from './loopback.ts'
import type { Settings } from './settings.ts'

/** Conflicting settings of providers, as sentences. */
export function providerFaults(read: Settings): string[] {
  const faults = [
    ...incompleteKeys(read, 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'),
    ...incompleteKeys(read, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
    ...incompleteKeys(read, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'),
    ...incompleteKeys(read, 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'),
    ...incompleteKeys(read, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'),
    ...mixedKeys(read),
    ...sandboxFaults(read),
    ...plainHttpFaults(read),
  ]
  if (read.IMAGE_HOST === 'imgbb' && !read.IMGBB_KEY)
    faults.push("IMAGE_HOST is 'imgbb', so IMGBB_KEY must be set.")
  if (read.IMAGE_HOST === 's3' && (!read.S3_BUCKET || !read.S3_ACCESS_KEY_ID))
    faults.push("IMAGE_HOST is 's3', so S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.")
  if (read.BACKUP_TO?.startsWith('s3:') && !read.S3_ACCESS_KEY_ID)
    faults.push('BACKUP_TO is a bucket, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.')
  if (read.S3_BUCKET && isSamePart(read.BACKUP_TO, read.S3_BUCKET))
    faults.push(
      'BACKUP_TO and S3_BUCKET are the same place. Choose a part of a bucket for the backup alone, such as s3://shop/backup.',
    )
  if (read.IDENTITY === 'firebase' && !read.FIREBASE_API_KEY)
    faults.push("IDENTITY is 'firebase', so FIREBASE_API_KEY must be set.")
  return faults
}

const isSamePart = (backup: string | undefined, pictures: string): boolean =>
  backup?.replace(/\/$/, '') === `s3://${pictures.replace(/\/$/, '')}`

/** Keys that work only together. */
function incompleteKeys(read: Settings, ...names: (keyof Settings)[]): string[] {
  const missing = names.filter(name => !read[name])
  if (missing.length === 0 || missing.length === names.length) return []
  return [`${missing.join(' and ')} must be set too: ${names.join(', ')} go together.`]
}

const isLive = (key: string | undefined): boolean => /^[a-z]+_live_/.test(key ?? '')

/** Test keys and live keys do not work together, and live keys do not belong in a demo. */
function mixedKeys(read: Settings): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = read
  const faults: string[] = []
  if (secret && publishable && isLive(secret) !== isLive(publishable))
    faults.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both live keys; one of each was given.',
    )
  if (read.SHOP_MODE === 'demo' && (isLive(secret) || isLive(publishable)))
    faults.push(
      "The Stripe keys are live ones, but SHOP_MODE is 'demo', where anyone can be the admin. Set SHOP_MODE=live, or use test keys.",
    )
  return faults
}

const providerAddresses = [
  'STRIPE_API_BASE',
  'STRIPE_JS_URL',
  'GOOGLE_ISSUER',
  'GITHUB_BASE_URL',
  'GITHUB_API_URL',
  'OIDC_ISSUER',
  'FIREBASE_AUTH_URL',
  'IMGBB_URL',
] as const

/** A live shop never uses a sandbox. */
function sandboxFaults(read: Settings): string[] {
  const local = providerAddresses.filter(name => isLoopback(read[name] ?? ''))
  if (read.SHOP_MODE === 'live')
    return local.map(name => `${name} is '${read[name]}', a sandbox, but SHOP_MODE is 'live'.`)
  return local
    .filter(name => name.startsWith('STRIPE_') && isLive(read.STRIPE_SECRET_KEY))
    .map(name => `${name} is '${read[name]}', a sandbox, but the Stripe keys are live ones.`)
}

/** Keys and personal data go to these addresses. Only storage on the same machine needs no TLS. */
function plainHttpFaults(read: Settings): string[] {
  if (read.SHOP_MODE !== 'live') return []
  return [...providerAddresses, 'S3_ENDPOINT' as const]
    .filter(name => read[name]?.startsWith('http:') && !isLoopback(read[name] ?? ''))
    .map(
      name =>
        `${name} is '${read[name]}', but must begin with https:// in live mode: keys and people’s data travel to this address.`,
    )
}
