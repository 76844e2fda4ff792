/** A color in OKLCH: lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. */
export interface Oklch {
  l: number
  c: number
  h: number
}

export const hexPattern = /^#[0-9a-f]{6}$/

type Triple = readonly [number, number, number]

const linearOf = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

const channelOf = (linear: number): number =>
  linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055

const linearRgbOf = (hex: string): Triple => {
  const at = (from: number) => linearOf(Number.parseInt(hex.slice(from, from + 2), 16) / 255)
  return [at(1), at(3), at(5)]
}

export function oklchOf(hex: string): Oklch {
  const [r, g, b] = linearRgbOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const [A, B] = [
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(A, B),
    h: ((Math.atan2(B, A) * 180) / Math.PI + 360) % 360,
  }
}

function linearRgbFrom({ l, c, h }: Oklch): Triple {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S,
    -1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S,
    -0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S,
  ]
}

const isInGamut = (rgb: Triple): boolean => rgb.every(channel => channel >= -1e-4 && channel <= 1 + 1e-4)

/** The nearest color of that lightness and hue that a screen can show. */
export function hexOf(color: Oklch): string {
  let [low, high] = [0, color.c]
  if (!isInGamut(linearRgbFrom(color)))
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2
      if (isInGamut(linearRgbFrom({ ...color, c: middle }))) low = middle
      else high = middle
    }
  else low = color.c
  const channels = linearRgbFrom({ ...color, c: low }).map(linear =>
    Math.round(255 * channelOf(Math.min(1, Math.max(0, linear)))),
  )
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

const luminanceOf = (hex: string): number => {
  const [r, g, b] = linearRgbOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG's contrast, from 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [x, y] = [luminanceOf(a), luminanceOf(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}
