import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { isModalOpen, isTyping } from './keys.ts'
import { Toasts } from './toast.tsx'

interface DialogProps {
  open: boolean
  title: string
  /** A full-height panel at the side with a close button, for more than a question; a wide one has room for two columns. */
  side?: boolean | 'wide'
  /** False leaves the page beside it usable. Escape closes it then too, but not from a field of the page. */
  modal?: boolean
  onClose: () => void
  children: ReactNode
}

/** The native dialog: modal, it traps the focus; it closes on Escape and restores the focus. */
export function Dialog({ open, title, side = false, modal = true, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const openers = useRef<readonly HTMLElement[]>([])
  useEffect(() => {
    if (open) {
      const isOpen = dialog.current?.open
      if (!isOpen) openers.current = openersFrom(document.activeElement)
      // A window that was resized may need the other kind.
      if (isOpen) dialog.current?.close()
      if (modal) dialog.current?.showModal()
      else dialog.current?.show()
      return
    }
    dialog.current?.close()
    // The element that opened it may be gone, and after a dialog that is not modal the browser restores nothing.
    const focused = document.activeElement
    if (focused !== document.body && !dialog.current?.contains(focused)) return
    openers.current.find(opener => opener.isConnected)?.focus({ preventScroll: true })
  }, [open, modal])
  useEscape(open && !modal, dialog, onClose)
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-side={side}
      data-modal={modal}
      aria-labelledby={titleId}
      onClose={event => !event.currentTarget.open && onClose()}
    >
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
      {/* The page's own toasts are behind an open modal dialog and inert. */}
      {open && modal && <Toasts />}
    </dialog>
  )
}

/** Browsers close only modal dialogs on Escape. */
function useEscape(isOn: boolean, dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isModalOpen()) return
      const isInside = event.target instanceof Node && dialog.current?.contains(event.target)
      if (isInside || !isTyping(event.target)) onClose()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn, dialog, onClose])
}

/** The focused element and its focusable ancestors, such as KeepFocus, nearest first. */
function openersFrom(focused: Element | null): HTMLElement[] {
  const opener = focused?.closest<HTMLElement>('a[href], button, input, [tabindex]')
  return opener ? [opener, ...openersFrom(opener.parentElement)] : []
}
