import { useLocation } from 'react-router'
import { safePath } from '#domain/redirect.ts'
import { paths } from '../../paths.ts'

/** The page that redirected the visitor to sign in, or the home page. */
export function useRememberedPage(): string {
  const state: unknown = useLocation().state
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return safePath(from)
}

/** The reset link from an email works for signed-in users too, so the guard must not redirect them. */
export const resetParam = 'reset'

/** The address changes before React renders, so a guard checks it before redirecting. */
export const isStillAt = (pathname: string): boolean => window.location.pathname === pathname

/** The fragment tells the sign-in page what to explain; servers never see it. */
export const loginWithProblem = (problem: string): string =>
  `${paths.login}#${new URLSearchParams({ problem })}`
