import { call } from '../../api/call.ts'
import { ActionButton } from '../../ui/action-button.tsx'

/** Requests the confirmation email for the signed-in user. */
export const SendLink = () => (
  <ActionButton
    className="btn-sm btn-quiet"
    onPress={() => call('POST /auth/verify/send', {})}
    done="An email is on its way"
  >
    Send me the link
  </ActionButton>
)
