import { type ReactNode, useEffect } from 'react'
import type { Me } from '#contract/identity.ts'
import { call } from '../../api/call.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { forgetToken, readToken } from '../../api/session.ts'
import { Loading } from '../../ui/spinner.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useAdminCheck } from './admin-check.ts'
import { loginWithProblem } from './landing.ts'
import { SignedIn } from './signed-in.tsx'

/** Shows its content to admins; anyone else who is signed in is signed out and sent to sign in (the spec). */
export const AdminOnly = ({ children }: AdminOnlyProps) => (
  <SignedIn>{user => <Checked user={user}>{children}</Checked>}</SignedIn>
)

interface AdminOnlyProps {
  children: (user: Me) => ReactNode
}

function Checked({ user, children }: AdminOnlyProps & { user: Me }) {
  const check = useAdminCheck(user.email)
  if (check.isPending) return <Loading />
  if (check.isError)
    return <ErrorState message={sentenceOf(check.error)} onRetry={() => void check.refetch()} />
  return check.data ? children(user) : <SentAway />
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
