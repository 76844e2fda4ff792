import { useLocation } from 'react-router'
import { safePath } from '#domain/redirect.ts'
import { paths } from '../../paths.ts'

/** The page that redirected the visitor to sign in, or the home page. */
export const useRememberedPage = (): string => useStatePath('from')

/** The same for signing up, which always ends on the home page: a bar there leads back. */
export const useLeftPage = (): string => useStatePath('back')

function useStatePath(name: 'from' | 'back'): string {
  const state: unknown = useLocation().state
  return safePath(typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined)
}

/** The reset link from an email works for signed-in users too, so the guard must not redirect them. */
export const resetParam = 'reset'

/** The same for the link that an empty shop prints at its start: `/signup?welcome={token}`. */
export const welcomeParam = 'welcome'

/** The address changes before React renders, so a guard checks it before redirecting. */
export const isStillAt = (pathname: string): boolean => window.location.pathname === pathname

/** The fragment tells the sign-in page what to explain; servers never see it. */
export const loginWithProblem = (problem: string): string =>
  `${paths.login}#${new URLSearchParams({ problem })}`
