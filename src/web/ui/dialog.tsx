import { type ReactNode, useEffect, useId, useRef } from 'react'

interface DialogProps {
  open: boolean
  title: string
  /** Stands at the side of the page, as high as the window. */
  side?: boolean
  onClose: () => void
  children: ReactNode
}

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
export function Dialog({ open, title, side = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={side ? 'dialog side-panel' : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <h2 id={titleId} className="font-display text-xl">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
