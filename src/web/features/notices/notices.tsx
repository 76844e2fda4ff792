import { Suspense } from 'react'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { useOnceTrue } from '../../ui/once-true.ts'
import { PanelLink, usePanel } from '../../ui/panel.tsx'

const NoticesPanel = lazyComponent(() => import('./notices-panel.tsx'), 'Your notices')

/** The query parameter of the panel: `/dashboard/manageAllOrders?notices=own`. */
const panelParam = 'notices'

/** The link to an admin's email settings. */
export function Notices() {
  const { opened, close } = usePanel(panelParam)
  const isOpen = opened !== undefined
  const isLoaded = useOnceTrue(isOpen)
  return (
    <div className="mb-6">
      <PanelLink name={panelParam} value="own">
        Notices by mail
      </PanelLink>
      {isLoaded && (
        <Suspense>
          <NoticesPanel isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
