import type { MetaDescriptor } from 'react-router'
import type { PublicContent } from '#contract/shop-content.ts'

interface Description {
  /** Without the shop's name, which is appended. */
  title?: string
  description?: string | undefined
  picture?: string
  /** Not indexed, because the page is empty for signed-out visitors. */
  noindex?: boolean
  /** Structured data in schema.org's vocabulary. */
  data?: (absolute: (path: string) => string) => object
}

/** Of an address without a page, and of a page that the owner leaves out. */
export const notFound: Description = { title: 'Not found', noindex: true }

/** What the root route has loaded. */
export interface RootData {
  /** Undefined without PUBLIC_URL. */
  origin: string | undefined
  timeZone: string
  /** The day in that zone when the page was rendered. */
  today: string
  content: PublicContent
  look: {
    /** Empty if the shop looks like the built styles. */
    styles: string
    fonts: readonly string[]
    /** The background of each theme, for the browser's own bars. */
    paper: { light: string; dark: string }
  }
}

/** The router's arguments: the location, and the matches, of which the first is the root route. */
interface RouteArgs {
  location: { pathname: string }
  /** Undefined on an error page. */
  matches: readonly [{ loaderData: Pick<RootData, 'origin' | 'content'> | undefined }, ...unknown[]]
}

/** Metadata for browsers, search engines and link previews. */
export function describe(
  { location, matches: [root] }: RouteArgs,
  { title, description, picture = '/share.jpg', noindex = false, data }: Description,
): MetaDescriptor[] {
  const { name = '', slogan = '', about = '' } = root.loaderData?.content ?? {}
  const alone = slogan ? `${name}: ${slogan}` : name
  const full = title ? [title, name].filter(Boolean).join(' · ') : alone
  if (noindex) return [{ title: full }, { name: 'robots', content: 'noindex' }]
  const origin = root.loaderData?.origin
  const absolute = (path: string) => (origin ?? '') + path
  return [
    { title: full },
    { property: 'og:site_name', content: name },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title ?? alone },
    { property: 'og:image', content: picture.startsWith('/') ? absolute(picture) : picture },
    ...descriptionTags(description ?? about),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(origin ? canonicalTags(origin + location.pathname) : []),
    ...(data ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...data(absolute) } }] : []),
  ]
}

/** A new shop has no description yet; search engines then choose words of the page, but show an empty one as it is. */
const descriptionTags = (content: string): MetaDescriptor[] =>
  content
    ? [
        { name: 'description', content },
        { property: 'og:description', content },
      ]
    : []

/** Only with an absolute URL, because search engines treat a relative one as an error. */
const canonicalTags = (url: string): MetaDescriptor[] => [
  { property: 'og:url', content: url },
  { tagName: 'link', rel: 'canonical', href: url },
]
