/** What a Set-Cookie says besides the value, in no order: ['HttpOnly', 'Path=/', ...]. */
export const flagsOf = (cookie: unknown): string[] => String(cookie).split('; ').slice(1).sort()
