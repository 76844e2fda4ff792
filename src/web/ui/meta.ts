import type { MetaDescriptor } from 'react-router'

export const shopName = 'Tuckshop'
export const slogan = 'Small goods, well made'
const about = 'A small shop for desk and kitchen goods that do one job properly.'

interface Description {
  /** Of the page alone; the shop's name is added. */
  title?: string
  description?: string
  picture?: string
  /** Nothing for search engines: the page is empty without somebody signed in. */
  own?: boolean
  /** What the page shows, in the words of schema.org. */
  data?: (absolute: (path: string) => string) => object
}

/** Of what the router tells a page: where it is, and first of all routes around it the root, which knows the shop. */
interface Place {
  location: { pathname: string }
  /** A shop without PUBLIC_URL has no origin to tell, and a page of an error has nothing at all. */
  matches: readonly [{ loaderData: { origin: string | undefined } | undefined }, ...unknown[]]
}

/** What a page says of itself to browsers, search engines and whoever shares a link to it. */
export function describe(
  { location, matches: [root] }: Place,
  { title, description = about, picture = '/share.jpg', own = false, data }: Description,
): MetaDescriptor[] {
  const full = title ? `${title} · ${shopName}` : `${shopName}: ${slogan.toLowerCase()}`
  if (own) return [{ title: full }, { name: 'robots', content: 'noindex' }]
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
    ...(origin ? addressed(origin + location.pathname) : []),
    ...(data ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...data(absolute) } }] : []),
  ]
}

/** Only with its whole address: search engines take a relative one for a mistake. */
const addressed = (url: string): MetaDescriptor[] => [
  { property: 'og:url', content: url },
  { tagName: 'link', rel: 'canonical', href: url },
]
