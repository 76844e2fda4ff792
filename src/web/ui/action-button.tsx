import { type ReactNode, useRef, useState } from 'react'
import { sentenceOf } from '../api/problem-error.ts'
import { Spinner } from './spinner.tsx'
import { toast } from './toast.tsx'

interface ActionButtonProps {
  /** What the button does, up to the moment when the page shows it. */
  onPress: () => Promise<unknown>
  /** What to say when it is done; nothing where `onPress` says it. */
  done?: string
  className: string
  /** The id of what it is about, where its own words do not say it. */
  about?: string
  children: ReactNode
}

/**
 * A button that does something at once: never twice at a time, and it always says what came of it. It is not disabled
 * meanwhile, as it would lose the focus.
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
