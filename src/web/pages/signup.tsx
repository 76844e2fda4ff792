import { Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import { signUpForm } from '#contract/identity.ts'
import { keepLeftPage } from '../features/session/left-page.ts'
import { NewPasswordField } from '../features/session/new-password-field.tsx'
import { explainSignIn, type NewAccount, useSignUp } from '../features/session/queries.ts'
import { useLeftPage } from '../features/session/return-path.ts'
import { SocialSignIn } from '../features/session/social-sign-in.tsx'
import { keptWelcomePath, useWelcomeToken } from '../features/session/welcome-token.ts'
import { paths } from '../paths.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { lazyComponent } from '../ui/lazy-component.ts'
import { describe } from '../ui/meta.ts'
import { rulesOf } from '../ui/shape-rules.ts'
import { Loading } from '../ui/spinner.tsx'
import { Submit } from '../ui/submit.tsx'
import type { Route } from './+types/signup.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Signup' })

const rules = rulesOf(signUpForm)

/** Loaded on demand, because only the first admin of a shop needs it. */
const Welcome = lazyComponent(() => import('../features/session/welcome.tsx'), 'This page')

export default function Signup() {
  const { mutateAsync: signUp } = useSignUp()
  const welcome = useWelcomeToken()
  const left = useLeftPage()
  useEffect(() => {
    if (left !== paths.home) keepLeftPage(left)
  }, [left])
  return (
    <div className="narrow section">
      <h1 className="mb-8 font-display text-4xl">Signup</h1>
      {welcome === undefined ? (
        <SignUpForm onSend={signUp} next={paths.home} left={left} />
      ) : (
        <Suspense fallback={<Loading />}>
          <Welcome token={welcome}>{join => <SignUpForm onSend={join} next={keptWelcomePath} />}</Welcome>
        </Suspense>
      )}
    </div>
  )
}

interface SignUpFormProps {
  onSend: (account: NewAccount) => Promise<void>
  /** The page after signing in by another method. */
  next: string
  /** The page after signing in with an account that is there already. */
  left?: string
}

const SignUpForm = ({ onSend, next, left = next }: SignUpFormProps) => (
  <>
    <Form rules={rules} onSend={onSend} explain={explainSignIn} className="grid gap-4">
      <Field name="name" label="Name" autoComplete="name" />
      <Field name="email" label="Email" type="email" autoComplete="username" />
      <NewPasswordField label="Password" />
      <Submit>Signup</Submit>
    </Form>
    <SocialSignIn next={next} />
    <p className="mt-6">
      <Link to={paths.login} state={{ from: left }} className="link-quiet">
        Already have a account?
      </Link>
    </p>
  </>
)
