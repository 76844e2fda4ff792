import type { ShopContent } from '#contract/shop-content.ts'
import { paletteOf, type Theme, usualAccent } from '#domain/palette.ts'
import { hasRoomForWords } from './renditions.ts'
import { typefaceCss } from './typefaces.ts'

/** The parts of the content that styles show. */
export type Look = Pick<ShopContent, 'accent' | 'typefaces' | 'edge' | 'banners'>

/**
 * The styles of a shop that looks different from the built styles: colors of both themes, typefaces, the edge of the
 * page, and which part of a banner's picture stays visible. `scope` limits them to a preview.
 */
export function lookCss({ accent, typefaces, edge, banners }: Look, scope?: string): string {
  const { faces, variables } = typefaceCss(typefaces)
  return [
    faces,
    variables && `${rootOf(scope)}{${variables}${scope ? 'font-family:var(--sans)' : ''}}`,
    (accent !== usualAccent || scope) && colorCss(accent, scope),
    edgeCss[edge](scope ? `${scope} ` : ''),
    ...banners.map(({ picture, focusX, focusY }, index) =>
      hasRoomForWords(picture)
        ? ''
        : `${scope ?? ''} [data-banner="${index}"] .banner-picture{object-position:${focusX}% ${focusY}%}`,
    ),
  ]
    .filter(Boolean)
    .join('')
}

const rootOf = (scope: string | undefined, theme = ''): string =>
  scope ? `:root${theme} ${scope}` : `:root:root${theme}`

function colorCss(accent: string, scope: string | undefined): string {
  const palette = paletteOf(accent)
  const colors = (theme: Theme) =>
    Object.entries(palette[theme])
      .map(([token, color]) => `${token}:${color}`)
      .join(';')
  const [light, dark] = [colors('light'), colors('dark')]
  return (
    `${rootOf(scope)}{${light}}` +
    `@media (prefers-color-scheme:dark){${rootOf(scope)}{${dark}}}` +
    `${rootOf(scope, '[data-theme=dark]')}{${dark}}${rootOf(scope, '[data-theme=light]')}{${light}}`
  )
}

const edgeCss: Readonly<Record<ShopContent['edge'], (within: string) => string>> = {
  awning: () => '',
  line: within =>
    `${within}.top-bar{padding-bottom:3px;background:var(--color-base-100)}${within}.top-bar::after{height:3px;background:var(--color-primary)}`,
  none: within =>
    `${within}.top-bar{padding-bottom:0;background:var(--color-base-100)}${within}.top-bar::after{display:none}`,
}

/** Applies styles as an object, because the content security policy forbids a changed <style> element. */
export function adoptStyles(css: string): () => void {
  const sheet = new window.CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(one => one !== sheet)
  }
}
