import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useOnceTrue } from '../../ui/once-true.ts'
import { usePanel } from '../../ui/panel.tsx'
import { useSession } from '../session/session.ts'
import { useConfirmEmail } from './queries.ts'

/** The query parameter of the link in an email: `/dashboard?verify={token}`. */
const panelParam = 'verify'

/** Part of every dashboard page, because the link in the email may open any of them. */
export function ConfirmEmail() {
  const { user } = useSession()
  return user ? <Confirmation email={user.email} /> : null
}

function Confirmation({ email }: { email: string }) {
  const { opened: token, close } = usePanel(panelParam)
  const { mutateAsync: confirm } = useConfirmEmail(email)
  if (!useOnceTrue(token !== undefined)) return null
  return (
    <Dialog open={token !== undefined} title="Confirm your email" onClose={close}>
      <p className="mt-4 wrap-anywhere">Is {email} your email address?</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={close}>
          Not now
        </button>
        <ActionButton
          className="btn-primary"
          onPress={() => confirm(token ?? '').finally(close)}
          done="Your email is confirmed"
        >
          Yes, it’s mine
        </ActionButton>
      </div>
    </Dialog>
  )
}
