import { lazy, Suspense, useEffect } from 'react'
import { Outlet } from 'react-router'
import { call } from '../../api/call.ts'
import { forgetToken, readToken } from '../../api/token.ts'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { useAdminCheck } from './admin-check.ts'
import { loginWithProblem } from './return-path.ts'
import { useUser } from './use-user.ts'

/** Loaded on demand, because few shops require a second factor. */
const SecondFactorNeeded = lazy(() => import('./second-factor-needed.tsx'))

/** The layout route around the admin pages. The spec signs out other users and sends them to the sign-in page. */
export default function AdminOnly() {
  const user = useUser()
  const check = useAdminCheck(user.email)
  if (check.isPending) return <Loading />
  // Keeps the last answer when a refetch fails: an error page would discard what was typed.
  if (check.data === undefined) return <QueryError query={check} />
  if (check.data && user.secondFactorNeeded)
    return (
      <Suspense fallback={<Loading />}>
        <SecondFactorNeeded />
      </Suspense>
    )
  return check.data ? <Outlet context={user} /> : <SignOutNonAdmin />
}

const signOutTimeoutMs = 3000

/**
 * Leaves with a full page load: otherwise the guards would remember this page, and the same user would be sent away
 * again after signing in.
 */
function SignOutNonAdmin() {
  useEffect(() => {
    const token = readToken()
    const leave = () => {
      if (token) forgetToken(token)
      window.location.replace(loginWithProblem('not_admin'))
    }
    void call('POST /auth/sign-out', { signal: AbortSignal.timeout(signOutTimeoutMs) }).then(leave, leave)
  }, [])
  return <Loading />
}
