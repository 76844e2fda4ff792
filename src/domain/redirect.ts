/**
 * A page to go to after signing in: only a path of this shop, else the home page. Browsers read a backslash
 * like a slash and drop tabs and line ends, so `/\evil` and `/<tab>/evil` would leave the shop.
 */
export function safePath(path: unknown): string {
  if (typeof path !== 'string' || path.length > 2000) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const local = /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(path)
  return local ? path : '/'
}
