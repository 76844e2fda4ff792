import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/**
 * The target of the link in an email (`/?stop={secret}`). Only the button cancels the alert, because scanners open
 * links.
 */
export default function StopAlert() {
  const [params, setParams] = useSearchParams()
  const secret = params.get('stop')
  const close = () => setParams({}, { replace: true })
  if (!secret) return null
  return (
    <Dialog open title="No email when it is back?" onClose={close}>
      <p className="mt-4">You asked for an email when a sold-out item is back.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={close}>
          Keep it
        </button>
        <ActionButton
          className="btn-primary"
          onPress={() => call('POST /notify/stop', { body: { secret } }).then(close)}
          done="We won’t email you about it"
        >
          Do not email me
        </ActionButton>
      </div>
    </Dialog>
  )
}
