import { type ReactNode, useRef, useState } from 'react'
import { sentenceOf } from '../api/problem-error.ts'
import { Spinner } from './spinner.tsx'
import { toast } from './toast.tsx'

interface ActionButtonProps {
  /** Resolves when the page shows the result. */
  onPress: () => Promise<unknown>
  /** The toast after success; omitted if `onPress` shows one. */
  done?: string
  className: string
  /** The id of an element that says what the button acts on. */
  about?: string
  children: ReactNode
}

/**
 * A button that acts at once, never twice in parallel, and reports the outcome. It is not disabled meanwhile, because
 * it would lose the focus.
 */
export function ActionButton({ onPress, done, className, about, children }: ActionButtonProps) {
  const [busy, setBusy] = useState(false)
  const pressed = useRef(false)

  async function press() {
    if (pressed.current) return
    pressed.current = true
    setBusy(true)
    try {
      await onPress()
      if (done !== undefined) toast(done)
    } catch (error) {
      toast(sentenceOf(error), 'bad')
    } finally {
      pressed.current = false
      setBusy(false)
    }
  }

  return (
    <button
      type="button"
      className={`btn ${className}`}
      data-busy={busy}
      aria-disabled={busy}
      aria-describedby={about}
      onClick={() => void press()}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
