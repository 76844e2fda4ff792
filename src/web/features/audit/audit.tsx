import { Suspense } from 'react'
import { useHasBeen } from '../../ui/has-been.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { PanelLink, usePanel } from '../../ui/panel.tsx'

const AuditPanel = lazyPart(() => import('./audit-panel.tsx'), 'The audit log')

/** The panel has an address: `/dashboard/allUsers?audit=log`. */
const inAddress = 'audit'

/** The way to what admins did, and who signed in. */
export function Audit() {
  const { opened, close } = usePanel(inAddress)
  const isOpen = opened !== undefined
  const isLoaded = useHasBeen(isOpen)
  return (
    <div className="mb-6">
      <PanelLink name={inAddress} value="log">
        Audit log
      </PanelLink>
      {isLoaded && (
        <Suspense>
          <AuditPanel isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
