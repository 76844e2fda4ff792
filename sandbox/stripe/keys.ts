import { keys } from '../context.ts'
import { invalid } from './errors.ts'

/** Whether the caller uses the publishable key; refuses a caller without a valid key. */
export function isPublishable(authorization: string | undefined): boolean {
  const key = keyOf(authorization)
  if (key === undefined) throw noKey
  if (key === keys.stripeSecret) return false
  if (key === keys.stripePublishable) return true
  throw invalid(`Invalid API Key provided: ${hidden(key)}`, {}, 401)
}

/** Bearer, or Basic with the key as the user name. */
function keyOf(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = authorization?.split(' ') ?? []
  if (/^bearer$/i.test(scheme)) return value || undefined
  if (!/^basic$/i.test(scheme)) return undefined
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] || undefined
}

const hidden = (key: string) =>
  `${key.slice(0, 8)}${'*'.repeat(Math.max(3, Math.min(key.length, 40) - 12))}${key.length > 12 ? key.slice(-4) : ''}`

const noKey = invalid(
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  {},
  401,
)

export const secretKeyRequired = invalid(
  'This API call cannot be made with a publishable API key. Please use a secret API key.',
  { code: 'secret_key_required' },
  401,
)
