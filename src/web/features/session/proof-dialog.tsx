import { codeForm, passwordForm } from '#contract/factors.ts'
import { call } from '../../api/call.ts'
import type { ProofRequest } from '../../api/fresh-proof.ts'
import { showPasskey } from '../../api/passkeys.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { CodeField } from './code-field.tsx'
import { signInAgain } from './queries.ts'

const [codeRules, passwordRules] = [rulesOf(codeForm), rulesOf(passwordForm)]

export default function ProofDialog({ request }: { request: ProofRequest | undefined }) {
  const close = () => request?.answer(false)
  return (
    <Dialog open={request !== undefined} title="Confirm it’s you" onClose={close}>
      {request && <ProofMethods {...request} />}
      <div className="mt-6 flex justify-end">
        <button type="button" className="btn btn-quiet" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}

function ProofMethods({ ways, answer }: ProofRequest) {
  const prove = async (body: { password: string } | { code: string }) => {
    await call('POST /auth/prove', { body })
    answer(true)
  }
  const provePasskey = async () => {
    await call('POST /auth/prove', { body: { passkey: await showPasskey() } })
    answer(true)
  }
  if (ways.length === 0) return <LogInAgain onLeave={() => answer(false)} />
  return (
    <div className="mt-3 grid gap-6">
      <p className="text-soft">
        We ask before money or data leaves the shop, and before sign-in methods change.
      </p>
      {ways.includes('passkey') && (
        <ActionButton className="btn-primary" onPress={provePasskey}>
          Use a passkey
        </ActionButton>
      )}
      {ways.includes('code') && (
        <Form rules={codeRules} onSend={prove} className="grid gap-3">
          <CodeField />
          <Submit quiet={ways.includes('passkey')}>Use this code</Submit>
        </Form>
      )}
      {ways.includes('password') && (
        <Form rules={passwordRules} onSend={prove} className="grid gap-3">
          <Field name="password" label="Password" type="password" autoComplete="current-password" />
          <Submit quiet={ways.length > 1}>Use this password</Submit>
        </Form>
      )}
    </div>
  )
}

/** For users without a proof method: a new sign-in counts for ten minutes, and leads back to this page. */
function LogInAgain({ onLeave }: { onLeave: () => void }) {
  const leave = () => {
    onLeave()
    signInAgain()
  }
  return (
    <div className="mt-3 grid justify-items-start gap-6">
      <p className="text-soft">Sign out and sign in again first. Then come back here within ten minutes.</p>
      <button type="button" className="btn btn-primary" onClick={leave}>
        Sign out now
      </button>
    </div>
  )
}
