import { type ReactNode, useEffect } from 'react'
import { identity, type Me } from '#contract/identity.ts'
import { call } from '../../api/call.ts'
import { forgetToken, readToken } from '../../api/session.ts'
import { Loading } from '../../ui/spinner.tsx'
import { loginWithProblem } from './landing.ts'
import { SignedIn } from './signed-in.tsx'

/** Shows its content to admins; anyone else who is signed in is signed out and sent to sign in (the spec). */
export const AdminOnly = ({ children }: { children: (user: Me) => ReactNode }) => (
  <SignedIn>{user => (user.admin ? children(user) : <SentAway />)}</SignedIn>
)

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
    void call(identity.signOut, { signal: AbortSignal.timeout(patience) }).then(leave, leave)
  }, [])
  return <Loading />
}
