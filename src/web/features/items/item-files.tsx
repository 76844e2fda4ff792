import { Suspense } from 'react'
import { download } from '../../api/download.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { useOnceTrue } from '../../ui/once-true.ts'
import { PanelLink, usePanel } from '../../ui/panel.tsx'

const ImportPanel = lazyComponent(() => import('./import-panel.tsx'), 'The import')

/** The query parameter of the import panel: `/dashboard/manageItems?import=file`. */
const panelParam = 'import'

/** Export and import of all items as a file. */
export function ItemFiles() {
  const panel = usePanel(panelParam)
  const isImporting = panel.opened !== undefined
  const isLoaded = useOnceTrue(isImporting)
  return (
    <div className="flex flex-wrap gap-3">
      <ActionButton
        className="btn-sm btn-quiet"
        onPress={() => download('GET /items.csv', {})}
        done="Exported all items"
      >
        Export
      </ActionButton>
      <PanelLink name={panelParam} value="file" className="btn btn-sm btn-quiet">
        Import
      </PanelLink>
      {isLoaded && (
        <Suspense>
          <ImportPanel isOpen={isImporting} onClose={panel.close} />
        </Suspense>
      )}
    </div>
  )
}
