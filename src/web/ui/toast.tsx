import { useEffect, useRef, useSyncExternalStore } from 'react'

interface ToastAction {
  name: string
  /** The toast closes first. */
  onPress: () => void
  /** Whether a keyboard is in use. By default the element with the focus tells, unless it has gone meanwhile. */
  byKeyboard?: boolean
}

/** Whether the focus is shown, as it is after a key. */
export const isByKeyboard = (): boolean => document.activeElement?.matches(':focus-visible') === true

interface ToastOptions {
  /** A button beside the message. */
  action?: ToastAction
  /** How long it is shown, in milliseconds. */
  lifetime?: number
}

interface Toast {
  id: number
  message: string
  tone: 'good' | 'bad'
  action: ToastAction | undefined
  lifetime: number
}

const none: readonly Toast[] = []
const listeners = new Set<() => void>()
const timers = new Map<number, number>()
let toasts = none
let lastId = 0

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function dismiss(id: number): void {
  hold(id)
  show(toasts.filter(toast => toast.id !== id))
}

/** Keeps a toast while it is pointed at or focused. */
function hold(id: number): void {
  window.clearTimeout(timers.get(id))
  timers.delete(id)
}

function expire({ id, lifetime }: Toast): void {
  hold(id)
  timers.set(
    id,
    window.setTimeout(() => dismiss(id), lifetime),
  )
}

/** Shows a message in the corner, for five seconds unless told otherwise. */
export function toast(
  message: string,
  tone: Toast['tone'] = 'good',
  { action, lifetime = 5000 }: ToastOptions = {},
): void {
  lastId += 1
  const added = { id: lastId, message, tone, action, lifetime }
  show([...toasts, added])
  expire(added)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(one => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </div>
  )
}

function ToastCard({ toast: one }: { toast: Toast }) {
  const { id, message, tone, action } = one
  const button = useKeyboardFocus(action?.byKeyboard)
  const keep = action && {
    onPointerEnter: () => hold(id),
    onPointerLeave: () => expire(one),
    onFocus: () => hold(id),
    onBlur: () => expire(one),
  }
  return (
    <div className="toast-card" data-tone={tone} {...keep}>
      <p className="min-w-0 wrap-anywhere">{message}</p>
      <div className="flex flex-none items-center gap-1">
        {action && (
          <button
            ref={button}
            type="button"
            className="toast-action"
            onClick={() => {
              dismiss(id)
              action.onPress()
            }}
          >
            {action.name}
          </button>
        )}
        <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
          <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" />
          </svg>
        </button>
      </div>
    </div>
  )
}

/** Somebody who uses the keyboard could not reach a button in the corner in time, so it takes the focus and gives it back. */
function useKeyboardFocus(byKeyboard: boolean | undefined) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const [taker, before] = [button.current, document.activeElement]
    if (!taker || !before || !(byKeyboard ?? isByKeyboard())) return
    taker.focus()
    return () => {
      if (document.activeElement !== document.body) return
      const isThere = before.isConnected && before !== document.body
      const giveTo = isThere ? before : document.querySelector('main')
      if (giveTo instanceof HTMLElement) giveTo.focus({ preventScroll: true })
    }
  }, [byKeyboard])
  return button
}
