import { Navigate, Outlet, useLocation } from 'react-router'
import { isStillAt, resetParam, useRememberedPage } from './return-path.ts'
import { useSession } from './session.ts'

/** The layout route around the sign-in pages; it redirects once somebody is signed in. */
export default function SignedOut() {
  const session = useSession()
  const next = useRememberedPage()
  const { pathname, search } = useLocation()
  const isResetting = new URLSearchParams(search).has(resetParam)
  const done = session.status === 'signedIn' && isStillAt(pathname) && !isResetting
  return done ? <Navigate to={next} replace /> : <Outlet />
}
