import { Navigate, Outlet, useLocation } from 'react-router'
import { isStillAt, resetParam, useRememberedPage, welcomeParam } from './return-path.ts'
import { useSession } from './session.ts'

/** The layout route around the sign-in pages; it redirects once somebody is signed in. */
export default function SignedOut() {
  const session = useSession()
  const next = useRememberedPage()
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  const isLink = params.has(resetParam) || params.has(welcomeParam)
  const done = session.status === 'signedIn' && isStillAt(pathname) && !isLink
  return done ? <Navigate to={next} replace /> : <Outlet />
}
