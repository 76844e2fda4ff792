import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { download } from '../../api/download.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { useHasBeen } from '../../ui/has-been.ts'

const ImportPanel = lazy(() => import('./import-panel.tsx'))

interface ItemFilesProps {
  isImporting: boolean
  onClose: () => void
}

/** Above the items: all of them as a file, and a file of them back. */
export function ItemFiles({ isImporting, onClose }: ItemFilesProps) {
  const isLoaded = useHasBeen(isImporting)
  return (
    <div className="flex flex-wrap gap-3">
      <ActionButton
        className="btn-sm btn-quiet"
        onPress={() => download('GET /items.csv', {})}
        done="Exported all items"
      >
        Export
      </ActionButton>
      <Link to={paths.importItems} preventScrollReset className="btn btn-sm btn-quiet">
        Import
      </Link>
      {isLoaded && (
        <Suspense>
          <ImportPanel isOpen={isImporting} onClose={onClose} />
        </Suspense>
      )}
    </div>
  )
}
