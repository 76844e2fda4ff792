import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Toasts } from './toast.tsx'

interface DialogProps {
  open: boolean
  title: string
  /** Stands at the side, from top to bottom, with a button to close it: for more than a question. */
  side?: boolean
  onClose: () => void
  children: ReactNode
}

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
export function Dialog({ open, title, side = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const places = useRef<readonly HTMLElement[]>([])
  useEffect(() => {
    if (open) {
      places.current = placesAround(document.activeElement)
      dialog.current?.showModal()
      return
    }
    dialog.current?.close()
    // What opened it may be gone by then, and the browser would leave the focus to the body.
    if (document.activeElement !== document.body) return
    places.current.find(place => place.isConnected)?.focus({ preventScroll: true })
  }, [open])
  return (
    <dialog ref={dialog} className="dialog" data-side={side} aria-labelledby={titleId} onClose={onClose}>
      <div className="flex items-center justify-between gap-4">
        <h2 id={titleId} className="font-display text-xl">
          {title}
        </h2>
        {side && (
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
              <path d="m6 6 12 12M18 6 6 18" />
            </svg>
          </button>
        )}
      </div>
      {children}
      {/* The page's own ones lie behind an open dialog, and are inert as all of the page. */}
      {open && <Toasts />}
    </dialog>
  )
}

/** What is around an element and can be given the focus, such as KeepFocus, the nearest first. */
function placesAround(element: Element | null): HTMLElement[] {
  const place = element?.closest<HTMLElement>('[tabindex]')
  return place ? [place, ...placesAround(place.parentElement)] : []
}
