import { codeForm } from '#contract/factors.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { type NewSecret, useConfirmTotp } from './factor-queries.ts'
import { QrCode } from './qr-code.tsx'

const rules = rulesOf(codeForm)

interface TotpSetupProps {
  secret: NewSecret
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/** Shows the secret for the app to scan, and asks for a code to prove that it did. */
export function TotpSetup({ secret: { secret, address }, onDone, onCancel }: TotpSetupProps) {
  const confirm = useConfirmTotp()
  return (
    <div className="panel grid gap-6 sm:grid-cols-[auto_1fr]">
      <QrCode text={address} label="QR code for your authenticator app" />
      <div className="min-w-0">
        <p>
          Scan this with an authenticator app, or{' '}
          <a href={address} className="link-quiet">
            open it in one on this device
          </a>
          , or enter the key:
        </p>
        <p className="mt-2 font-mono wrap-anywhere">{(secret.match(/.{1,4}/g) ?? []).join(' ')}</p>
        <Form
          rules={rules}
          onSend={async given => onDone((await confirm(given)).recoveryCodes)}
          className="mt-4 grid gap-3"
        >
          <Field
            name="code"
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="This signs you out of all other browsers."
          />
          <div className="flex flex-wrap gap-3">
            <Submit>Turn on</Submit>
            <button type="button" className="btn btn-quiet" onClick={onCancel}>
              Cancel
            </button>
          </div>
        </Form>
      </div>
    </div>
  )
}
