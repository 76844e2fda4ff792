import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useHasBeen } from '../../ui/has-been.ts'

const NoticesPanel = lazy(() => import('./notices-panel.tsx'))

/** The panel has an address: `/dashboard/manageAllOrders?notices=own`. */
const inAddress = 'notices'

/** The way to choose what one is told by letter. */
export function Notices() {
  const [params, setParams] = useSearchParams()
  const isOpen = params.has(inAddress)
  const isLoaded = useHasBeen(isOpen)

  function close() {
    const rest = new URLSearchParams(params)
    rest.delete(inAddress)
    if (isOpen) setParams(rest, { replace: true, preventScrollReset: true })
  }

  const opened = new URLSearchParams(params)
  opened.set(inAddress, 'own')
  return (
    <div className="mb-6">
      <Link to={{ search: opened.toString() }} preventScrollReset>
        Notices by mail
      </Link>
      {isLoaded && (
        <Suspense>
          <NoticesPanel isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
