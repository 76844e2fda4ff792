import { contrastOf, hexOf, type Oklch, oklchOf } from './color.ts'

/** The accent color of the demo, which the built styles have. */
export const usualAccent = '#a4461d'

/** The colors that follow the accent, as the built styles have them for the usual one. */
const usual = {
  light: {
    '--color-base-100': '#fbf8f3',
    '--color-base-200': '#f3ece2',
    '--color-base-300': '#e3d9cb',
    '--color-base-content': '#2b2421',
    '--color-primary': '#a4461d',
    '--color-primary-content': '#fffaf5',
    '--color-neutral': '#2b2421',
    '--color-neutral-content': '#fbf8f3',
    '--soft': '#655a52',
    '--line': '#e0d5c6',
    '--edge': '#8b7d71',
    '--card': '#ffffff',
    '--deep': '#2e2420',
    '--deep-text': '#f8f1e8',
    '--deep-soft': '#d3c3b3',
    '--deep-accent': '#e79467',
  },
  dark: {
    '--color-base-100': '#1b1714',
    '--color-base-200': '#241f1b',
    '--color-base-300': '#38312b',
    '--color-base-content': '#f2eae0',
    '--color-primary': '#e79467',
    '--color-primary-content': '#26140a',
    '--color-neutral': '#f2eae0',
    '--color-neutral-content': '#1b1714',
    '--soft': '#bdb1a5',
    '--line': '#3b342e',
    '--edge': '#8d8177',
    '--card': '#262019',
    '--deep': '#2a211b',
    '--deep-text': '#f8f1e8',
    '--deep-soft': '#d3c3b3',
    '--deep-accent': '#e79467',
  },
}

export type Theme = keyof typeof usual
export type Token = keyof (typeof usual)['light']
export type Colors = Readonly<Record<Token, string>>

export interface Palette {
  light: Colors
  dark: Colors
  /** Light pages show another shade of the accent, because nobody could read it as it was chosen. */
  isShifted: boolean
}

const surfaces: readonly Token[] = ['--color-base-100', '--color-base-200', '--card']

/** What is read on what, and with which contrast at least: 4.5 for text, 3 for the edges of fields (WCAG 2.2 AA). */
const readings: readonly (readonly [text: Token, on: readonly Token[], least: number])[] = [
  ['--color-base-content', [...surfaces, '--color-base-300'], 7],
  ['--soft', surfaces, 4.5],
  ['--edge', surfaces, 3],
  ['--color-primary', surfaces, 4.5],
  ['--color-primary-content', ['--color-primary'], 4.5],
  ['--color-neutral-content', ['--color-neutral'], 4.5],
  ['--deep-text', ['--deep'], 7],
  ['--deep-soft', ['--deep'], 4.5],
  ['--deep-accent', ['--deep'], 3],
]

const tokens = Object.keys(usual.light) as Token[]

/** Both themes of a shop, made from its accent color: the hue of the paper and of the ink follows it. */
export function paletteOf(accent: string): Palette {
  if (accent === usualAccent) return { ...usual, isShifted: false }
  const wanted = oklchOf(accent)
  const light = colorsOf('light', wanted)
  return { light, dark: colorsOf('dark', wanted), isShifted: light['--color-primary'] !== accent }
}

function colorsOf(theme: Theme, accent: Oklch): Colors {
  const share = Math.min(1, accent.c / oklchOf(usualAccent).c)
  const follow = (token: Token): string => {
    const color = oklchOf(usual[theme][token])
    return hexOf({ l: color.l, c: color.c * share, h: accent.h })
  }
  const colors = Object.fromEntries(tokens.map(token => [token, follow(token)])) as Record<Token, string>
  colors['--color-primary'] = hexOf(accent)
  colors['--deep-accent'] = hexOf(accent)
  for (const [text, on, least] of readings)
    colors[text] = readable(
      colors[text],
      on.map(token => colors[token]),
      least,
    )
  return colors
}

const contrastWith = (color: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map(ground => contrastOf(color, ground)))

/** The color itself where it can be read, otherwise the nearest shade that can: darker on light grounds, lighter on dark ones. */
function readable(color: string, grounds: readonly string[], least: number): string {
  const { l, c, h } = oklchOf(color)
  const isOnLight = grounds.every(ground => oklchOf(ground).l > 0.5)
  let shade = color
  for (let step = 0; contrastWith(shade, grounds) < least && step <= 200; step++)
    shade = hexOf({ l: isOnLight ? l * (1 - step / 200) : l + ((1 - l) * step) / 200, c, h })
  return shade
}
