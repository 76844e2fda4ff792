import { lazy, Suspense, useEffect } from 'react'
import { Outlet } from 'react-router'
import { call } from '../../api/call.ts'
import { forgetToken, readToken } from '../../api/token.ts'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { useAdminCheck } from './admin-check.ts'
import { loginWithProblem } from './return-path.ts'
import { useUser } from './use-user.ts'

/** Where the shop requires one, and then once. */
const SecondFactorNeeded = lazy(() => import('./second-factor-needed.tsx'))

/** The layout route around the admin's pages; anyone else who is signed in is signed out and sent to sign in (the spec). */
export default function AdminOnly() {
  const user = useUser()
  const check = useAdminCheck(user.email)
  if (check.isPending) return <Loading />
  // An answer stays one when asking again fails: the error in its place would wipe what was typed on the page.
  if (check.data === undefined) return <QueryError query={check} />
  if (check.data && user.secondFactorNeeded)
    return (
      <Suspense fallback={<Loading />}>
        <SecondFactorNeeded />
      </Suspense>
    )
  return check.data ? <Outlet context={user} /> : <SentAway />
}

const patience = 3000

/**
 * Leaves with a fresh page: the guards around this one would otherwise remember it, and after signing in again
 * the same person would be brought back here and sent away once more.
 */
function SentAway() {
  useEffect(() => {
    const token = readToken()
    const leave = () => {
      if (token) forgetToken(token)
      window.location.replace(loginWithProblem('not_admin'))
    }
    void call('POST /auth/sign-out', { signal: AbortSignal.timeout(patience) }).then(leave, leave)
  }, [])
  return <Loading />
}
