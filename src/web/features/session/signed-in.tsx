import { lazy, Suspense, useDeferredValue } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { GuardFallback } from './guard-fallback.tsx'
import { isStillAt } from './return-path.ts'
import { useSession } from './session.ts'

/** Loaded after the page, because a proof is needed only after a press. */
const FreshProof = lazy(() => import('./fresh-proof.tsx'))

/** The loaders of guarded pages run only in the browser; the server renders this until they start. */
export { Loading as HydrateFallback }

/**
 * The layout route around pages for signed-in users: a visitor signs in and comes back. It is not a redirect in a
 * loader, because a session can also end without a navigation, for instance in another tab.
 */
export default function SignedIn() {
  const session = useSession()
  // Deferred, so that the page stays responsive: rendering all at once froze slow phones.
  const isKnown = useDeferredValue(session.status === 'signedIn')
  const { pathname, search, hash } = useLocation()
  // The key discards everything that the previous user typed or opened.
  if (session.status === 'signedIn' && isKnown)
    return (
      <>
        <Outlet key={session.user.email} context={session.user} />
        <Suspense>
          <FreshProof />
        </Suspense>
      </>
    )
  if (session.status === 'unreachable') return <QueryError query={session} />
  if (session.status === 'signedOut' && isStillAt(pathname)) {
    return <Navigate to={paths.login} state={{ from: `${pathname}${search}${hash}` }} replace />
  }
  return <GuardFallback />
}
