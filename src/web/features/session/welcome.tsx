import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { hasCode, ProblemError, sentenceOf } from '../../api/problem-error.ts'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { type NewAccount, signInAgain, useSignUp } from './queries.ts'
import { useSession } from './session.ts'
import { forgetWelcome, keepWelcome } from './welcome-token.ts'

const keyName = 'welcome'

const welcomeCheck = (token: string) =>
  queryOptions({
    queryKey: [keyName, token],
    queryFn: async ({ signal }) => {
      await call('POST /auth/welcome/check', { body: { token }, signal })
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

interface WelcomeProps {
  token: string
  /** The form of the page. Whoever has signed up with it sees their address once more before they become the owner. */
  children: (join: (account: NewAccount) => Promise<void>) => ReactNode
}

/** The sign-up page for the owner of a new shop: the target of the link that the shop prints at its start. */
export default function Welcome({ token, children }: WelcomeProps) {
  const session = useSession()
  const check = useQuery(welcomeCheck(token))
  const claim = useClaim(token)
  const { mutateAsync: join, isPending: isJoining } = useSignUp()
  useEffect(() => keepWelcome(token), [token])
  if (check.error) return <LinkProblem query={check} isSignedIn={session.user !== undefined} />
  if (session.status === 'unreachable') return <QueryError query={session} />
  // The form stays while it is being sent, although the session begins meanwhile.
  if (isJoining || (check.isSuccess && session.status === 'signedOut'))
    return (
      <>
        <p className="panel mb-8 py-4">You are the first one here: this account will own the shop.</p>
        {children(join)}
      </>
    )
  if (check.isPending || !session.user) return <Loading />
  return <ClaimHere email={session.user.email} claim={claim} />
}

/** Makes the signed-in user the owner, and opens the dashboard. */
function useClaim(token: string): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const client = queryClient()
    try {
      await call('POST /auth/welcome', { body: { token } })
    } catch (error) {
      // Somebody else may have been faster: the page then says so.
      void client.invalidateQueries({ queryKey: [keyName] })
      throw error
    }
    forgetWelcome()
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keyName })
    await navigate(paths.dashboard, { replace: true })
  }
}

/** For somebody who has an account already, or has just signed in with another service. */
const ClaimHere = ({ email, claim }: { email: string; claim: () => Promise<void> }) => (
  <div className="panel grid justify-items-start gap-5">
    <p className="wrap-anywhere">
      You will own this shop as <strong>{email}</strong>. Is this address right?
    </p>
    <ActionButton className="btn-primary" onPress={claim}>
      Make it the owner’s account
    </ActionButton>
    <button type="button" className="link-quiet" onClick={signInAgain}>
      Use another account
    </button>
  </div>
)

interface LinkProblemProps {
  query: { error: unknown; refetch: () => unknown }
  isSignedIn: boolean
}

function LinkProblem({ query, isSignedIn }: LinkProblemProps) {
  const { error } = query
  // A fault of the connection says nothing about the link.
  if (error instanceof ProblemError && error.outcomeUnknown) return <QueryError query={query} />
  return (
    <>
      <p role="alert" className="notice">
        {hasCode(error, 'bad_input')
          ? 'This link is incomplete. Copy all of it from the shop’s log.'
          : sentenceOf(error)}
      </p>
      <Link to={isSignedIn ? paths.dashboard : paths.login} className="btn btn-primary">
        {isSignedIn ? 'Go to the dashboard' : 'Login'}
      </Link>
    </>
  )
}
