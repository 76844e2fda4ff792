import { Suspense } from 'react'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { useOnceTrue } from '../../ui/once-true.ts'
import { PanelLink, usePanel } from '../../ui/panel.tsx'

const AuditPanel = lazyComponent(() => import('./audit-panel.tsx'), 'The audit log')

/** The query parameter of the panel: `/dashboard/allUsers?audit=log`. */
const panelParam = 'audit'

/** The link to the audit log. */
export function Audit() {
  const { opened, close } = usePanel(panelParam)
  const isOpen = opened !== undefined
  const isLoaded = useOnceTrue(isOpen)
  return (
    <div className="mb-6">
      <PanelLink name={panelParam} value="log">
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
