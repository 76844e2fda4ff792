import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { signInForm } from '#contract/identity.ts'
import { type DemoAccount, DemoAccounts } from '../features/session/demo-accounts.tsx'
import { useFinishSignIn } from '../features/session/finish-sign-in.ts'
import { ForgotPassword, ForgotPasswordLink } from '../features/session/forgot-password.tsx'
import { PasskeySignIn } from '../features/session/passkey-sign-in.tsx'
import { CodeNeededError, explainSignIn, useSignIn } from '../features/session/queries.ts'
import { ResetPassword } from '../features/session/reset-password.tsx'
import { useRememberedPage } from '../features/session/return-path.ts'
import { SocialSignIn } from '../features/session/social-sign-in.tsx'
import { paths } from '../paths.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { describe } from '../ui/meta.ts'
import { rulesOf } from '../ui/shape-rules.ts'
import { Loading } from '../ui/spinner.tsx'
import { Submit } from '../ui/submit.tsx'
import type { Route } from './+types/login.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Login' })

/** Loaded on demand, because few accounts need it. */
const SecondStep = lazy(() => import('../features/session/second-step.tsx'))

const rules = rulesOf(signInForm)

export default function Login() {
  const { mutateAsync: signIn } = useSignIn()
  const box = useRef<HTMLDivElement>(null)
  const next = useRememberedPage()
  const [proven, setProven] = useState<string>()
  const { isSigningIn, problem } = useFinishSignIn(setProven)
  if (isSigningIn) return <Loading />
  if (proven)
    return (
      <Suspense fallback={<Loading />}>
        <SecondStep email={proven} onBack={() => setProven(undefined)} />
      </Suspense>
    )
  function askForCode(error: unknown) {
    if (!(error instanceof CodeNeededError)) throw error
    setProven(error.email)
  }

  return (
    <div ref={box} className="narrow section">
      <h1 className="mb-8 font-display text-4xl">Login</h1>
      <p role="alert" className="notice">
        {problem}
      </p>
      <Form
        rules={rules}
        onSend={account => signIn(account).catch(askForCode)}
        explain={explainSignIn}
        className="grid gap-4"
      >
        <Field name="email" label="Email" type="email" autoComplete="username webauthn" />
        <Field name="password" label="Password" type="password" autoComplete="current-password" />
        <Submit>Login</Submit>
      </Form>
      <SocialSignIn next={next} />
      <PasskeySignIn />
      <p className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-3">
        <Link to={paths.signup} state={{ back: next }} className="link-quiet">
          Create a account?
        </Link>
        <ForgotPasswordLink />
      </p>
      <DemoAccounts onUse={account => fill(box.current, account)} />
      <ForgotPassword typed={() => emailIn(box.current)} />
      <ResetPassword />
    </div>
  )
}

const emailIn = (box: HTMLElement | null): string =>
  box?.querySelector<HTMLInputElement>('input[name="email"]')?.value ?? ''

function fill(box: HTMLElement | null, { email, password }: DemoAccount): void {
  for (const [name, value] of Object.entries({ email, password })) {
    const input = box?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    if (input) input.value = value
  }
  box?.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus()
}
