import { useSyncExternalStore } from 'react'

interface Toast {
  id: number
  message: string
  tone: 'good' | 'bad'
}

const lifetime = 5000
const none: readonly Toast[] = []
const listeners = new Set<() => void>()
let toasts = none
let lastId = 0

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number): void => show(toasts.filter(toast => toast.id !== id))

/** Shows a message in the corner for five seconds. */
export function toast(message: string, tone: Toast['tone'] = 'good'): void {
  lastId += 1
  const id = lastId
  show([...toasts, { id, message, tone }])
  window.setTimeout(() => dismiss(id), lifetime)
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
      {shown.map(({ id, message, tone }) => (
        <div key={id} className="toast-card" data-tone={tone}>
          <p>{message}</p>
          <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
              <path d="m6 6 12 12M18 6 6 18" />
            </svg>
          </button>
        </div>
      ))}
    </div>
  )
}
