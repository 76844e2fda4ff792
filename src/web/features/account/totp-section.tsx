import { useId, useState } from 'react'
import { ActionButton } from '../../ui/action-button.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { beginTotp, type NewSecret, useRemoveTotp, useRenewRecoveryCodes } from './factor-queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetup } from './totp-setup.tsx'

/** Undefined when idle; otherwise an app is being set up, or new recovery codes are shown once. */
type Step = { secret: NewSecret } | { codes: readonly string[] } | undefined

export function TotpSection({ isOn, recoveryCodes }: { isOn: boolean; recoveryCodes: number }) {
  const titleId = useId()
  const [step, setStep] = useState<Step>()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="font-display text-lg">
        Authenticator app
      </h3>
      <p className="mt-1 text-soft">
        {isOn
          ? `On: signing in asks for a code from your app. ${codesLeft(recoveryCodes)}`
          : 'Off. When it is on, signing in asks for your password and a code from an app on your phone.'}
      </p>
      <KeepFocus className="mt-4">
        {step && 'secret' in step ? (
          <TotpSetup
            secret={step.secret}
            onDone={codes => setStep({ codes })}
            onCancel={() => setStep(undefined)}
          />
        ) : step ? (
          <RecoveryCodes codes={step.codes} onDone={() => setStep(undefined)} />
        ) : (
          <Choices isOn={isOn} onStep={setStep} />
        )}
      </KeepFocus>
    </section>
  )
}

const codesLeft = (codes: number): string =>
  codes === 1 ? 'One recovery code is left.' : `${codes} recovery codes are left.`

function Choices({ isOn, onStep }: { isOn: boolean; onStep: (step: Step) => void }) {
  const remove = useRemoveTotp()
  const renew = useRenewRecoveryCodes()
  const begin = async () => onStep({ secret: await beginTotp() })
  if (!isOn)
    return (
      <ActionButton className="btn-quiet" onPress={begin}>
        Set up an authenticator app
      </ActionButton>
    )
  return (
    <div className="flex flex-wrap gap-3">
      <ActionButton className="btn-quiet" onPress={begin}>
        Use another app
      </ActionButton>
      <ActionButton
        className="btn-quiet"
        onPress={async () => onStep({ codes: (await renew(undefined)).recoveryCodes })}
      >
        New recovery codes
      </ActionButton>
      <ActionButton
        className="btn-quiet"
        onPress={() => remove(undefined)}
        done="Signing in no longer asks for a code"
      >
        Turn off
      </ActionButton>
    </div>
  )
}
