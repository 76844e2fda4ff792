type NamePattern = readonly [name: string, pattern: RegExp]

/** Ordered from specific to general, because many browsers also claim to be Chrome or Safari. */
const browsers: readonly NamePattern[] = [
  ['Edge', /\bEdgA?(iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const systems: readonly NamePattern[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (known: readonly NamePattern[], userAgent: string): string | undefined =>
  known.find(([, pattern]) => pattern.test(userAgent))?.[0]

/** A readable name such as 'Firefox on Linux'. Not proof: a client can send any User-Agent. */
export function browserName(userAgent = ''): string {
  const [browser, system] = [nameIn(browsers, userAgent), nameIn(systems, userAgent)]
  if (browser) return system ? `${browser} on ${system}` : browser
  return system ? `A program on ${system}` : 'A program'
}
