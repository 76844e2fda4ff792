import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { User } from '#contract/identity.ts'
import { call } from '../../api/call.ts'
import { codeOf, type Explanation, explain, type FaultCode, hasCode } from '../../api/problem-error.ts'
import { forgetToken, readToken, storeToken } from '../../api/token.ts'
import { paths } from '../../paths.ts'

/** The sign-in methods besides the form; they do not change while the page is open. */
export const useSignInOptions = () =>
  useQuery({
    queryKey: ['signInOptions'],
    queryFn: ({ signal }) => call('GET /auth/options', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The account is proved, but also needs a code. */
export class CodeNeededError extends Error {
  readonly email: string

  constructor(email: string) {
    super('A code is needed.')
    this.email = email
  }
}

/** The last step of every sign-in: exchanges a proven email for a token. */
export async function fetchToken({ email }: Pick<User, 'email'>): Promise<void> {
  const { token } = await call('PUT /users/{email}', { params: { email }, body: { email } }).catch(
    (error: unknown) => {
      throw hasCode(error, 'code_needed') ? new CodeNeededError(email) : error
    },
  )
  storeToken(token)
}

export const useSignIn = () =>
  useMutation({
    mutationFn: async (account: { email: string; password: string }) => {
      const { user } = await call('POST /auth/sign-in', { body: account })
      await fetchToken(user)
    },
  })

export interface NewAccount {
  name: string
  email: string
  password: string
}

async function signUp(account: NewAccount): Promise<void> {
  const { user } = await call('POST /auth/sign-up', { body: account })
  await fetchToken(user)
}

export const useSignUp = () => useMutation({ mutationFn: signUp })

/**
 * Signs out and goes to the home page. It leaves the protected page first, because without a token that page would
 * redirect to the sign-in page. It informs the shop last, because calls still under way need the token.
 */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const token = readToken()
    await navigate(paths.home)
    if (!token) return
    forgetToken(token)
    // Works offline too, so the response does not matter.
    void call('POST /auth/sign-out', { token }).catch(() => undefined)
  }
}

/** Ends only this device's session; the page's guard then asks to sign in again. */
export function dropSession(): void {
  const token = readToken()
  if (token) forgetToken(token)
}

/** Ends the session at the shop; the page's guard asks to sign in again, and leads back. */
export function signInAgain(): void {
  const token = readToken()
  dropSession()
  if (token) void call('POST /auth/sign-out', { token }).catch(() => undefined)
}

const signInSentences: Readonly<Partial<Record<FaultCode, string>>> = {
  user_not_found: 'User not found',
  wrong_password: 'Wrong password.Try again',
}

export function explainSignIn(error: unknown): Explanation {
  const code = codeOf(error)
  const sentence = code && signInSentences[code]
  return sentence ? { sentence, fields: {} } : explain(error)
}
