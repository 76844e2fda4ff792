import { Link } from 'react-router'
import { signUpForm } from '#contract/identity.ts'
import { NewPasswordField } from '../features/session/new-password-field.tsx'
import { explainSignIn, useSignUp } from '../features/session/queries.ts'
import { SocialSignIn } from '../features/session/social-sign-in.tsx'
import { paths } from '../paths.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { describe } from '../ui/meta.ts'
import { rulesOf } from '../ui/shape-rules.ts'
import { Submit } from '../ui/submit.tsx'
import type { Route } from './+types/signup.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Signup' })

const rules = rulesOf(signUpForm)

export default function Signup() {
  const { mutateAsync: signUp } = useSignUp()
  return (
    <div className="narrow section">
      <h1 className="mb-8 font-display text-4xl">Signup</h1>
      <Form rules={rules} onSend={signUp} explain={explainSignIn} className="grid gap-4">
        <Field name="name" label="Name" autoComplete="name" />
        <Field name="email" label="Email" type="email" autoComplete="username" />
        <NewPasswordField label="Password" />
        <Submit>Signup</Submit>
      </Form>
      <SocialSignIn next={paths.home} />
      <p className="mt-6">
        <Link to={paths.login} className="link-quiet">
          Already have a account?
        </Link>
      </p>
    </div>
  )
}
