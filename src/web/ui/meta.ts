import type { MetaDescriptor } from 'react-router'

export const shopName = 'Tuckshop'
export const slogan = 'Small goods, well made'
const about = 'A small shop for desk and kitchen goods that do one job properly.'

interface Description {
  /** Without the shop's name, which is appended. */
  title?: string
  description?: string
  picture?: string
  /** Not indexed, because the page is empty for signed-out visitors. */
  noindex?: boolean
  /** Structured data in schema.org's vocabulary. */
  data?: (absolute: (path: string) => string) => object
}

/** The router's arguments: the location, and the matches, of which the first is the root route. */
interface RouteArgs {
  location: { pathname: string }
  /** Undefined without PUBLIC_URL, and on an error page. */
  matches: readonly [{ loaderData: { origin: string | undefined } | undefined }, ...unknown[]]
}

/** Metadata for browsers, search engines and link previews. */
export function describe(
  { location, matches: [root] }: RouteArgs,
  { title, description = about, picture = '/share.jpg', noindex = false, data }: Description,
): MetaDescriptor[] {
  const full = title ? `${title} · ${shopName}` : `${shopName}: ${slogan.toLowerCase()}`
  if (noindex) return [{ title: full }, { name: 'robots', content: 'noindex' }]
  const origin = root.loaderData?.origin
  const absolute = (path: string) => (origin ?? '') + path
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:site_name', content: shopName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title ?? `${shopName}: ${slogan.toLowerCase()}` },
    { property: 'og:description', content: description },
    { property: 'og:image', content: picture.startsWith('/') ? absolute(picture) : picture },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(origin ? canonicalTags(origin + location.pathname) : []),
    ...(data ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...data(absolute) } }] : []),
  ]
}

/** Only with an absolute URL, because search engines treat a relative one as an error. */
const canonicalTags = (url: string): MetaDescriptor[] => [
  { property: 'og:url', content: url },
  { tagName: 'link', rel: 'canonical', href: url },
]
