import { Link, type MetaArgs } from 'react-router'
import { explainSignIn, useSignUp } from '../features/session/queries.ts'
import { SignedOut } from '../features/session/signed-out.tsx'
import { SocialSignIn } from '../features/session/social-sign-in.tsx'
import { paths } from '../paths.ts'
import { Field } from '../ui/field.tsx'
import { Form, required, type Values } from '../ui/form.tsx'
import { describe } from '../ui/meta.ts'
import { Submit } from '../ui/submit.tsx'

export const meta = (args: MetaArgs) => describe(args, { title: 'Signup' })

/** The messages are the spec's, to the letter. */
const rules = {
  name: required('Name is required'),
  email: required('Email Address is required'),
  password: required('Password must be required'),
}

export default function Signup() {
  const { mutateAsync: signUp } = useSignUp()
  const send = ({ name = '', email = '', password = '' }: Values) => signUp({ name, email, password })
  return (
    <SignedOut to={paths.home}>
      <div className="narrow section">
        <h1 className="mb-8 font-display text-4xl">Signup</h1>
        <Form rules={rules} onSend={send} explain={explainSignIn} className="grid gap-4">
          <Field name="name" label="Name" autoComplete="name" maxLength={120} />
          <Field name="email" label="Email" type="email" autoComplete="username" maxLength={254} />
          <Field
            name="password"
            label="Password"
            type="password"
            autoComplete="new-password"
            maxLength={200}
          />
          <Submit>Signup</Submit>
        </Form>
        <SocialSignIn next={paths.home} />
        <p className="mt-6">
          <Link to={paths.login} className="link-quiet">
            Already have a account?
          </Link>
        </p>
      </div>
    </SignedOut>
  )
}
