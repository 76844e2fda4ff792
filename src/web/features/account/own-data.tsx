import { Suspense, useId } from 'react'
import { download } from '../../api/download.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { useOnceTrue } from '../../ui/once-true.ts'
import { PanelLink, usePanel } from '../../ui/panel.tsx'

const ErasePanel = lazyComponent(() => import('./erase-panel.tsx'), 'This part')

/** The query parameter of the panel: `/dashboard?data=erase`. */
const panelParam = 'data'

/** The user's own data: download all of it, or erase the account. */
export function OwnData() {
  const titleId = useId()
  const { opened, close } = usePanel(panelParam)
  const isOpen = opened !== undefined
  const isLoaded = useOnceTrue(isOpen)
  return (
    <section className="mt-8" aria-labelledby={titleId}>
      <h3 id={titleId} className="font-display text-lg">
        Your data
      </h3>
      <p className="mt-1 text-soft">
        A file with everything the shop has about you: account, profile, orders, reviews, emails and sign-ins.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ActionButton
          className="btn-sm btn-quiet"
          onPress={() => download('GET /auth/export', {})}
          done="Your data was downloaded"
        >
          Download my data
        </ActionButton>
        <PanelLink name={panelParam} value="erase" className="link-quiet">
          Erase my account
        </PanelLink>
      </div>
      {isLoaded && (
        <Suspense>
          <ErasePanel isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </section>
  )
}
