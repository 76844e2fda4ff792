import { useQuery } from '@tanstack/react-query'
import { changePasswordForm } from '#contract/account.ts'
import { call } from '../../api/call.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { NewPasswordField } from '../session/new-password-field.tsx'
import { useUser } from '../session/use-user.ts'
import { accountFacts } from './queries.ts'

const rules = rulesOf(changePasswordForm)

export function PasswordPanel({ onDone }: { onDone: () => void }) {
  const { email } = useUser()
  const facts = useQuery(accountFacts(email))
  if (facts.isPending) return <Loading />
  if (!facts.data) return <QueryError query={facts} />
  if (!facts.data.hasPassword) return <FirstPassword email={email} />
  return (
    <Form
      rules={rules}
      onSend={async body => {
        await call('PUT /auth/password', { body })
        toast('Your password is changed, and you are signed out everywhere else')
        onDone()
      }}
      className="mt-6 grid gap-4"
    >
      <Field name="current" label="Current password" type="password" autoComplete="current-password" />
      <NewPasswordField label="New password" />
      <p className="field-hint">This signs you out on all other devices.</p>
      <div>
        <Submit>Change password</Submit>
      </div>
    </Form>
  )
}

/**
 * Users of a provider, and of passwords stored elsewhere, have no password here; reading their email proves as much.
 */
const FirstPassword = ({ email }: { email: string }) => (
  <div className="mt-6 grid gap-4">
    <p>This shop does not store your password. To set or change it, we’ll send a link to {email}.</p>
    <div>
      <ActionButton
        className="btn-primary"
        onPress={() => call('POST /auth/forgot', { body: { email } })}
        done="An email is on its way"
      >
        Send me a link
      </ActionButton>
    </div>
  </div>
)
