import { Link } from 'react-router'
import { newPasswordForm } from '#contract/account.ts'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useHydrated } from '../../ui/hydrated.tsx'
import { useOnceTrue } from '../../ui/once-true.ts'
import { usePanel } from '../../ui/panel.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { dropSession } from './queries.ts'
import { resetParam } from './return-path.ts'

const rules = rulesOf(newPasswordForm)

/**
 * The target of the link in an email (`/login?reset={token}`). Only the form changes the password, because scanners
 * open links.
 */
export function ResetPassword() {
  const { opened: token, close } = usePanel(resetParam)
  // The server renders the page without it, for all visitors.
  const isOpen = useHydrated() && token !== undefined
  const isThere = useOnceTrue(isOpen)

  async function setPassword({ password }: { password: string }): Promise<void> {
    await call('POST /auth/reset', { body: { token: token ?? '', password } })
    // All sessions of the account have ended, including one in this browser.
    dropSession()
    toast('Your password is changed. Sign in with it')
    close()
  }

  if (!isThere) return null
  return (
    <Dialog open={isOpen} title="Choose a new password" onClose={close}>
      {isOpen && (
        <>
          <Form rules={rules} onSend={setPassword} className="mt-4 grid gap-4">
            <NewPasswordField label="New password" />
            <Submit>Change password</Submit>
          </Form>
          <p className="mt-4 text-sm">
            Does the link no longer work?{' '}
            <Link to={paths.forgot} replace className="link-quiet">
              Get a new one
            </Link>
          </p>
        </>
      )}
    </Dialog>
  )
}
