import type { Deps } from '../deps.ts'

/** The headers of every response. Pages add their own content policy; everything else may load nothing. */
const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

const twoYears = 63_072_000

export const headersFor = ({ publicUrl }: Deps['config']): Record<string, string> =>
  publicUrl?.startsWith('https:')
    ? { ...headers, 'strict-transport-security': `max-age=${twoYears}` }
    : headers

/** Origins outside the shop that its pages need. */
export interface ForeignOrigins {
  scripts: readonly string[]
  frames: readonly string[]
  connects: readonly string[]
  pictures: readonly string[]
}

/** The origins that Stripe lists for its script, frames and calls; or the one address of a sandbox. */
export function foreignOrigins({ stripe, google, github, oidc, pictures }: Deps['config']): ForeignOrigins {
  const local = stripe?.scriptUrl ? [new URL(stripe.scriptUrl).origin] : undefined
  const scripts = stripe ? (local ?? ['https://js.stripe.com', 'https://*.js.stripe.com']) : []
  const hosted = pictures.host === 'imgbb' ? pictures.url : undefined
  const elsewhere = [google?.issuer, github?.baseUrl, oidc?.issuer, hosted]
  return {
    scripts,
    frames: stripe ? (local ?? [...scripts, 'https://hooks.stripe.com']) : [],
    connects: stripe ? (local ?? ['https://api.stripe.com']) : [],
    // Portraits and hosted pictures come from any https address; a sandbox uses plain http.
    pictures: elsewhere.flatMap(address => (address?.startsWith('http:') ? [new URL(address).origin] : [])),
  }
}

/** Hashes of the inline parts of a page. */
interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

/** A page may load only what the shop itself serves, and use only inline scripts and styles with these hashes. */
export function pagePolicy(inline: InlineHashes, foreign: ForeignOrigins): string {
  const quoted = (hashes: readonly string[]) => hashes.map(hash => `'${hash}'`)
  const list = (...sources: (readonly string[])[]) => ["'self'", ...new Set(sources.flat())].join(' ')
  return [
    "default-src 'none'",
    `script-src ${list(quoted(inline.scripts), foreign.scripts)}`,
    `style-src ${list(quoted(inline.styles))}`,
    `img-src ${list(['data:', 'blob:', 'https:'], foreign.pictures)}`,
    "font-src 'self'",
    `connect-src ${list(foreign.connects)}`,
    `frame-src ${list(foreign.frames)}`,
    "media-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
