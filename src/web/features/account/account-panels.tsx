import { Dialog } from '../../ui/dialog.tsx'
import { NamePanel } from './name-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

interface AccountPanelsProps {
  opened: string | undefined
  onClose: () => void
}

export default function AccountPanels({ opened, onClose }: AccountPanelsProps) {
  return (
    <>
      <Dialog open={opened === 'name'} title="Name and picture" side onClose={onClose}>
        {opened === 'name' && <NamePanel />}
      </Dialog>
      <Dialog open={opened === 'password'} title="Change password" side onClose={onClose}>
        {opened === 'password' && <PasswordPanel onDone={onClose} />}
      </Dialog>
      <Dialog open={opened === 'sessions'} title="Where you are signed in" side onClose={onClose}>
        {opened === 'sessions' && <SessionsPanel />}
      </Dialog>
    </>
  )
}
