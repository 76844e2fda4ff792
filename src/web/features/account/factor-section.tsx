import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { SignInMethods } from '#contract/factors.ts'
import type { ProofMethod } from '#domain/fresh-proof.ts'
import { askForProof } from '../../api/fresh-proof.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { PartError } from '../../ui/states.tsx'
import { useUser } from '../session/use-user.ts'
import { PasskeyList } from './passkey-list.tsx'
import { ownFactors } from './queries.ts'
import { SendLink } from './send-link.tsx'
import { TotpSection } from './totp-section.tsx'

/** The target of paths.secondFactor. */
const anchor = 'second-factor'

export default function FactorSection() {
  const factors = useQuery(ownFactors)
  const box = useRef<HTMLDivElement>(null)
  const isTarget = useLocation().hash === `#${anchor}`
  const isLoaded = factors.data !== undefined
  useEffect(() => {
    if (isTarget && isLoaded) box.current?.scrollIntoView()
  }, [isTarget, isLoaded])
  if (factors.isPending) return <Loading />
  if (!factors.data) return <PartError query={factors} what="Passkeys and codes" />
  const { required, emailFirst, passkeys, code, recoveryCodes } = factors.data
  const hasNone = passkeys.length === 0 && !code
  return (
    <div ref={box} id={anchor} className="grid scroll-mt-24 gap-8">
      {emailFirst ? <EmailFirst /> : required && <Required factors={factors.data} />}
      {!(emailFirst && hasNone) && (
        <>
          <PasskeyList passkeys={passkeys} />
          <TotpSection isOn={code} recoveryCodes={recoveryCodes} />
        </>
      )}
    </div>
  )
}

const EmailFirst = () => (
  <div className="panel grid justify-items-start gap-4">
    <p>
      Confirm your email before you add a passkey or an authenticator app. Otherwise, whoever reads its
      mailbox could remove them. We’ll send you a link; open it, then come back.
    </p>
    <SendLink />
  </div>
)

function Required({ factors: { code, passkeys } }: { factors: SignInMethods }) {
  const { secondFactorNeeded } = useUser()
  const client = useQueryClient()
  const ways: ProofMethod[] = [
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    ...(code ? ['code' as const] : []),
  ]

  async function show() {
    if (await askForProof(ways)) await client.invalidateQueries({ queryKey: ['session'] })
  }

  if (ways.length === 0)
    return (
      <p className="panel">
        Admins of this shop need a second factor. Add a passkey or an authenticator app to manage the shop.
      </p>
    )
  if (!secondFactorNeeded)
    return <p className="panel">Admins of this shop need a second factor. You have one.</p>
  return (
    <div className="panel grid justify-items-start gap-4">
      <p>You have a second factor. Use it once, and you can manage the shop until you sign out.</p>
      <ActionButton className="btn-primary" onPress={show}>
        Use it now
      </ActionButton>
    </div>
  )
}
