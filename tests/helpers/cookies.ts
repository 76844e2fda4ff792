/** The sorted attributes of a Set-Cookie header: ['HttpOnly', 'Path=/', ...]. */
export const flagsOf = (cookie: unknown): string[] => String(cookie).split('; ').slice(1).sort()
