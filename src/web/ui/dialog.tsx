import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Toasts } from './toast.tsx'

interface DialogProps {
  open: boolean
  title: string
  /** A full-height panel at the side with a close button, for more than a question. */
  side?: boolean
  onClose: () => void
  children: ReactNode
}

/** The native modal dialog: it traps the focus, closes on Escape and restores the focus. */
export function Dialog({ open, title, side = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const ancestors = useRef<readonly HTMLElement[]>([])
  useEffect(() => {
    if (open) {
      ancestors.current = focusableAncestors(document.activeElement)
      dialog.current?.showModal()
      return
    }
    dialog.current?.close()
    // The element that opened it may be gone, and the browser would leave the focus on the body.
    if (document.activeElement !== document.body) return
    ancestors.current.find(ancestor => ancestor.isConnected)?.focus({ preventScroll: true })
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
      {/* The page's own toasts are behind an open dialog and inert. */}
      {open && <Toasts />}
    </dialog>
  )
}

/** The focusable ancestors of an element, such as KeepFocus, nearest first. */
function focusableAncestors(element: Element | null): HTMLElement[] {
  const ancestor = element?.closest<HTMLElement>('[tabindex]')
  return ancestor ? [ancestor, ...focusableAncestors(ancestor.parentElement)] : []
}
