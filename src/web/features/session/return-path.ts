import { useLocation } from 'react-router'
import { safePath } from '#domain/redirect.ts'
import { paths } from '../../paths.ts'

/** The page that sent the visitor to sign in, or the home page. */
export function useRememberedPage(): string {
  const state: unknown = useLocation().state
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return safePath(from)
}

/** Whoever comes with the link of a letter chooses a new password first, signed in or not. */
export const resetInAddress = 'reset'

/** Whoever signs in or out may be on the way to another page already: the address is there, and React follows. */
export const isStillAt = (pathname: string): boolean => window.location.pathname === pathname

/** Where the sign-in page is sent to with something to say; it reads the fragment, which no server ever sees. */
export const loginWithProblem = (problem: string): string =>
  `${paths.login}#${new URLSearchParams({ problem })}`
