import { paths } from '../../paths.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PanelLink, usePanel } from '../../ui/panel.tsx'
import { useUser } from '../session/use-user.ts'
import { useDemoteUser } from './queries.ts'

/** The query parameter of the dialog: `/dashboard/allUsers?role=ann@example.com`. */
const panelParam = 'role'

export const DemoteLink = ({ email, about }: { email: string; about: string }) => (
  <PanelLink name={panelParam} value={email} className="link-quiet block text-sm" aria-describedby={about}>
    Remove admin role
  </PanelLink>
)

/** Asks first, because admins who give up their own role cannot take it back. */
export function DemoteDialog() {
  const { opened: email, close } = usePanel(panelParam)
  const { email: own } = useUser()
  const { mutateAsync: demote } = useDemoteUser(own)
  const isOwn = email === own

  async function remove() {
    if (email === undefined) return
    if (!isOwn) return demote(email).finally(close)
    await demote(email)
    // A full page load, because this page's guard would sign out a user who is no longer an admin.
    window.location.assign(paths.dashboard)
  }

  return (
    <Dialog open={email !== undefined} title="Remove admin role?" onClose={close}>
      <p className="mt-3 wrap-anywhere text-soft">
        {isOwn
          ? 'This is your own role. Only another admin can give it back to you.'
          : `${email ?? ''} immediately loses access to users, items and other people’s orders.`}
      </p>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={close}>
          Cancel
        </button>
        <ActionButton
          key={email}
          className="btn-danger"
          onPress={remove}
          done={isOwn ? 'You are no longer an admin' : `${email} is no longer an admin`}
        >
          Remove role
        </ActionButton>
      </div>
    </Dialog>
  )
}
