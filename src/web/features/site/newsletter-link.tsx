import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/**
 * The target of the links in emails about the newsletter (`/?newsletter={token}`, `/?unsubscribe={token}`). Only the
 * button does it, because scanners open links.
 */
export default function NewsletterLink() {
  const [params, setParams] = useSearchParams()
  const close = () => setParams({}, { replace: true })
  const [joining, leaving] = [params.get('newsletter'), params.get('unsubscribe')]
  if (joining !== null)
    return (
      <Dialog open title="Subscribe to our newsletter?" onClose={close}>
        <p className="mt-4">You can unsubscribe at any time, with a link in every email.</p>
        <Answers
          no="Not now"
          yes="Yes, subscribe me"
          done="You are subscribed. Thank you."
          onNo={close}
          onYes={() => call('POST /newsletter/confirm', { body: { token: joining } }).then(close)}
        />
      </Dialog>
    )
  if (leaving === null) return null
  return (
    <Dialog open title="Unsubscribe from our newsletter?" onClose={close}>
      <p className="mt-4">We’ll delete your address from our list.</p>
      <Answers
        no="Keep it"
        yes="Unsubscribe"
        done="You are unsubscribed."
        onNo={close}
        onYes={() => call('POST /newsletter/unsubscribe', { query: { token: leaving } }).then(close)}
      />
    </Dialog>
  )
}

interface AnswersProps {
  no: string
  yes: string
  /** What the page says after yes. */
  done: string
  onNo: () => void
  onYes: () => Promise<void>
}

const Answers = ({ no, yes, done, onNo, onYes }: AnswersProps) => (
  <div className="mt-6 flex flex-wrap justify-end gap-3">
    <button type="button" className="btn btn-quiet" onClick={onNo}>
      {no}
    </button>
    <ActionButton className="btn-primary" onPress={onYes} done={done}>
      {yes}
    </ActionButton>
  </div>
)
