import { useState } from 'react'
import { forgotForm } from '#contract/account.ts'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useHydrated } from '../../ui/hydrated.tsx'
import { useOnceTrue } from '../../ui/once-true.ts'
import { PanelLink, usePanel } from '../../ui/panel.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'

/** The query parameter of the dialog: `/login?forgot=password`. */
const panelParam = 'forgot'

const rules = rulesOf(forgotForm)

export const ForgotPasswordLink = () => (
  <PanelLink name={panelParam} value="password" className="link-quiet">
    Forgot your password?
  </PanelLink>
)

interface ForgotPasswordProps {
  /** What stands in the email field of the page. */
  typed: () => string
}

export function ForgotPassword({ typed }: ForgotPasswordProps) {
  const { opened, close } = usePanel(panelParam)
  // The server renders the page without it, for all visitors.
  const isOpen = useHydrated() && opened !== undefined
  if (!useOnceTrue(isOpen)) return null
  return (
    <Dialog open={isOpen} title="Forgot your password?" onClose={close}>
      {isOpen && <RequestLinkForm typed={typed} onClose={close} />}
    </Dialog>
  )
}

function RequestLinkForm({ typed, onClose }: ForgotPasswordProps & { onClose: () => void }) {
  const [email] = useState(typed)
  const [isSent, setIsSent] = useState(false)
  if (isSent)
    return (
      <>
        <p role="status" className="mt-4">
          If there is an account with this email, we have sent a link to it. The link works once and expires
          in 30 minutes. If nothing arrives, check your spam folder, or wait a few minutes before you ask
          again.
        </p>
        <div className="mt-6 flex justify-end">
          <button type="button" className="btn btn-primary" onClick={onClose}>
            Back to login
          </button>
        </div>
      </>
    )
  return (
    <Form
      rules={rules}
      onSend={async body => {
        await call('POST /auth/forgot', { body })
        setIsSent(true)
      }}
      className="mt-4 grid gap-4"
    >
      <p>We’ll send you a link to choose a new one.</p>
      <Field name="email" label="Email" type="email" autoComplete="username" defaultValue={email} />
      <Submit>Send me a link</Submit>
    </Form>
  )
}
