import { type MouseEvent, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Me } from '#contract/identity.ts'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { useOnceTrue } from '../../ui/once-true.ts'
import { openedHere, usePanel } from '../../ui/panel.tsx'
import { BagLink } from './bag.tsx'

const loadSheet = () => import('./account-sheet.tsx')

const AccountSheet = lazyComponent(loadSheet, 'Your bag')

/** The query parameter of the sheet: `/items?sheet=bag`. So the Back button of a phone closes it. */
const sheetParam = 'sheet'

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** Name and bag in the top bar. Both open the same sheet; the bag is also a link to My Orders. */
export default function AccountCorner({ user }: { user: Me }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { opened, close } = usePanel(sheetParam)
  const isOpen = opened !== undefined
  const isLoaded = useOnceTrue(isOpen)
  const name = user.displayName || user.email

  function open(event: MouseEvent) {
    if (!isPlain(event)) return
    event.preventDefault()
    const next = new URLSearchParams(search)
    next.set(sheetParam, 'bag')
    void navigate({ search: next.toString() }, { state: openedHere, preventScrollReset: true })
  }

  const opens = {
    'aria-haspopup': 'dialog',
    onClick: open,
    // Loads while the finger is still down.
    onPointerDown: () => void loadSheet().catch(() => undefined),
  } as const
  return (
    <>
      <span className="bag-slot">
        <BagLink {...opens} />
      </span>
      <button
        type="button"
        className="in-bar"
        data-initial={[...name][0]?.toUpperCase()}
        aria-label={`${name}, account and bag`}
        {...opens}
      >
        {name}
      </button>
      {isLoaded && (
        <Suspense>
          <AccountSheet user={user} isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
