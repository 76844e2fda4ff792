import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useHasBeen } from '../../ui/has-been.ts'
import { usePanel } from '../../ui/panel.tsx'
import { useSession } from '../session/session.ts'
import { hideForThisVisit, isHidden } from './hidden.ts'
import { accountFacts, useConfirmEmail } from './queries.ts'

/** Where the link in a letter leads: `/dashboard?verify={token}`. */
const inAddress = 'verify'

/** On every page of the dashboard: confirms the e-mail for whoever comes with the link. */
export function ConfirmEmail() {
  const { user } = useSession()
  return user ? <Confirmation email={user.email} /> : null
}

/** Asks to confirm the e-mail, quietly, until it is done. Below what the page is for, which it would move when it comes. */
export function ConfirmBanner({ email }: { email: string }) {
  const facts = useQuery(accountFacts(email)).data
  const [isClosed, setIsClosed] = useState(() => isHidden(email))
  if (!facts || facts.emailVerified || !facts.hasMail || isClosed) return null
  const close = () => {
    hideForThisVisit(email)
    setIsClosed(true)
  }
  return (
    <aside className="panel mt-4 flex flex-wrap items-center justify-between gap-4" aria-label="Your e-mail">
      <p className="min-w-0 wrap-anywhere">Please confirm that {email} is yours: we send you a link.</p>
      <div className="flex flex-wrap gap-3">
        <ActionButton
          className="btn-sm btn-quiet"
          onPress={() => call('POST /auth/verify/send', {})}
          done="A letter is on its way"
        >
          Send me the link
        </ActionButton>
        <button type="button" className="btn btn-sm btn-quiet" onClick={close}>
          Not now
        </button>
      </div>
    </aside>
  )
}

function Confirmation({ email }: { email: string }) {
  const { opened: token, close } = usePanel(inAddress)
  const { mutateAsync: confirm } = useConfirmEmail(email)
  if (!useHasBeen(token !== undefined)) return null
  return (
    <Dialog open={token !== undefined} title="Confirm your e-mail" onClose={close}>
      <p className="mt-4 wrap-anywhere">Is {email} your e-mail address?</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={close}>
          Not now
        </button>
        <ActionButton
          className="btn-primary"
          onPress={() => confirm(token ?? '').finally(close)}
          done="Your e-mail is confirmed"
        >
          Yes, it is mine
        </ActionButton>
      </div>
    </Dialog>
  )
}
