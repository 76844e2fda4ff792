import type { ShopContent } from '#contract/shop-content.ts'

type Typefaces = ShopContent['typefaces']

interface Face {
  name: string
  file: string
  weight: string
  /** A local font stretched to the metrics of ours, so that nothing moves when ours loads. */
  fallback: { local: readonly string[]; size: number; ascent: number; descent: number }
}

const sansSerif = ['Arial', 'Helvetica', 'Liberation Sans', 'Arimo', 'NimbusSans-Regular']
const serif = ['Times New Roman', 'Times', 'Liberation Serif', 'Tinos', 'NimbusRoman-Regular']

/** The pairs besides the built one, which is in theme.css. */
const pairs: Readonly<Record<Exclude<Typefaces, 'warm'>, { display: Face; sans: Face }>> = {
  modern: {
    display: {
      name: 'Bricolage Grotesque',
      file: 'bricolage-grotesque-latin',
      weight: '600',
      fallback: { local: sansSerif, size: 107, ascent: 86.9, descent: 25.2 },
    },
    sans: {
      name: 'Instrument Sans',
      file: 'instrument-sans-latin',
      weight: '400 700',
      fallback: { local: sansSerif, size: 100.6, ascent: 96.4, descent: 24.8 },
    },
  },
  classic: {
    display: {
      name: 'Newsreader',
      file: 'newsreader-latin',
      weight: '500',
      fallback: { local: serif, size: 106.5, ascent: 69, descent: 24.9 },
    },
    sans: {
      name: 'Source Sans 3',
      file: 'source-sans-3-latin',
      weight: '200 900',
      fallback: { local: sansSerif, size: 92.4, ascent: 110.9, descent: 43.3 },
    },
  },
}

/** The font files of a pair, of which the first is the display typeface. */
export function fontFiles(typefaces: Typefaces): readonly [display: string, sans: string] {
  const files = typefaces === 'warm' ? (['young-serif-latin', 'figtree-latin'] as const) : filesOf(typefaces)
  return [`/fonts/${files[0]}.woff2`, `/fonts/${files[1]}.woff2`]
}

const filesOf = (typefaces: keyof typeof pairs) =>
  [pairs[typefaces].display.file, pairs[typefaces].sans.file] as const

/** The name of the typeface for running text, for frames of other sites that load it themselves. */
export const textTypeface = (typefaces: Typefaces): string =>
  typefaces === 'warm' ? 'Figtree' : pairs[typefaces].sans.name

/** The font faces and variables of a pair; empty for the built one. */
export function typefaceCss(typefaces: Typefaces): { faces: string; variables: string } {
  if (typefaces === 'warm') return { faces: '', variables: '' }
  const { display, sans } = pairs[typefaces]
  return {
    faces: faceCss(display) + faceCss(sans),
    variables: `--display:${familyOf(display)};--sans:${familyOf(sans)};`,
  }
}

const familyOf = ({ name, fallback }: Face): string =>
  `"${name}","${name} Fallback",${fallback.local === serif ? 'Georgia,serif' : 'system-ui,sans-serif'}`

const faceCss = ({ name, file, weight, fallback: { local, size, ascent, descent } }: Face): string =>
  `@font-face{font-family:"${name}";src:url("/fonts/${file}.woff2") format("woff2");font-weight:${weight};font-display:swap}` +
  `@font-face{font-family:"${name} Fallback";src:${local.map(font => `local("${font}")`).join(',')};` +
  `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
