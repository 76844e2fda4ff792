/**
 * Where to go after signing in: only to a path of this shop, otherwise to the home page. Browsers treat a backslash
 * as a slash and drop tabs and line breaks, so `/\evil` and `/<tab>/evil` would leave the shop.
 */
export function safePath(path: unknown): string {
  if (typeof path !== 'string' || path.length > 2000) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
  const local = /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(path)
  return local ? path : '/'
}
