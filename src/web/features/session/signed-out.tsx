import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from './session.ts'
import { isStillAt, useRememberedPage } from './way.ts'

/** The layout route around the pages that sign somebody in: once that is done it moves on. */
export default function SignedOut() {
  const session = useSession()
  const next = useRememberedPage()
  const { pathname } = useLocation()
  const done = session.status === 'signedIn' && isStillAt(pathname)
  return done ? <Navigate to={next} replace /> : <Outlet />
}
