import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Me } from '#contract/identity.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { paths } from '../../paths.ts'
import { Loading } from '../../ui/spinner.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useSession } from './session.ts'

/** Shows its content to signed-in users; a visitor goes to sign in and comes back here afterwards. */
export function SignedIn({ children }: { children: (user: Me) => ReactNode }) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session.status === 'signedIn') return children(session.user)
  if (session.status === 'unreachable') {
    return <ErrorState message={sentenceOf(session.error)} onRetry={session.retry} />
  }
  // Whoever signs out is on the way to another page already: the address is there, and React follows.
  const here = typeof window === 'undefined' || window.location.pathname === pathname
  if (session.status === 'signedOut' && here) {
    return <Navigate to={paths.login} state={{ from: `${pathname}${search}${hash}` }} replace />
  }
  return <Loading />
}
