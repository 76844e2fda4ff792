import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { safePath } from '#domain/redirect.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { paths } from '../../paths.ts'
import { CodeNeededError, fetchToken } from './queries.ts'

const retry = 'Please try again, or use your email and password.'

const problems: Readonly<Record<string, string>> = {
  denied: 'You canceled the sign-in. Try again whenever you like, or use your email and password.',
  failed: `Signing in there did not work. ${retry}`,
  unverified:
    'Your account there has no verified email address. Verify it there first, or sign in with an email and password.',
  no_email: 'Your account there did not give us an email address. Sign in with an email and password.',
  odd_email:
    'The email address of your account there contains letters that look like others, so we cannot use it. Sign up here with an email and password.',
  off: 'This way of signing in is not available here. Use your email and password.',
  expired: `The sign-in took too long, so we stopped it. ${retry}`,
  not_admin: 'That page is for admins only, so you were signed out. Sign in with an admin account.',
}

interface SignInState {
  /** The provider has proved the visitor, and the token is being fetched. */
  isSigningIn: boolean
  problem: string
}

/**
 * Finishes a sign-in that started at a provider. The result is in the URL fragment, which servers never see, and is
 * removed from the address bar first. `onCodeNeeded` receives the email of an account that needs a code.
 */
export function useFinishSignIn(onCodeNeeded: (email: string) => void): SignInState {
  const navigate = useNavigate()
  const [state, setState] = useState<SignInState>({ isSigningIn: false, problem: '' })
  const started = useRef(false)
  useEffect(() => {
    const result = new URLSearchParams(window.location.hash.slice(1))
    const email = result.get('proven')
    const problem = result.get('problem')
    // The proof can be used once, and React runs effects twice in development.
    if (started.current || !(email || problem)) return
    started.current = true
    const next = safePath(result.get('next'))
    void navigate(paths.login, { replace: true, state: { from: next } })
    if (problem) return setState({ isSigningIn: false, problem: problems[problem] ?? problems.failed ?? '' })
    setState({ isSigningIn: true, problem: '' })
    fetchToken({ email: email ?? '' }).then(
      () => navigate(next, { replace: true }),
      (error: unknown) => {
        const needsCode = error instanceof CodeNeededError
        if (needsCode) onCodeNeeded(error.email)
        setState({ isSigningIn: false, problem: needsCode ? '' : sentenceOf(error) })
      },
    )
  }, [navigate, onCodeNeeded])
  return state
}
