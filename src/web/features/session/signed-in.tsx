import { lazy, Suspense, useDeferredValue } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { GuardPlaceholder } from './guard-placeholder.tsx'
import { isStillAt } from './return-path.ts'
import { useSession } from './session.ts'

/** Not with the first load: whatever wants a proof is pressed later. */
const FreshProof = lazy(() => import('./fresh-proof.tsx'))

/** The loaders of the pages inside run in the browser only: the server renders what is seen until they have begun. */
export { Loading as HydrateFallback }

/**
 * The layout route around pages for signed-in users: a visitor goes to sign in and comes back here afterwards. It
 * cannot be a redirect in a loader: a session also ends without a navigation, in another tab for instance.
 */
export default function SignedIn() {
  const session = useSession()
  // The page comes in pieces, between which what was there before can be scrolled: in one it took a telephone too long.
  const isKnown = useDeferredValue(session.status === 'signedIn')
  const { pathname, search, hash } = useLocation()
  // Another user gets pages of their own: nothing that the one before typed or opened stays.
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
  return <GuardPlaceholder />
}
