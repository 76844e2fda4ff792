import { useRef } from 'react'

/**
 * One key per filled-in form. It is kept while nobody knows whether the order arrived, so that sending it again
 * cannot order twice; any other outcome, or another content, gets a new one.
 */
export function useIdempotencyKey() {
  const kept = useRef<{ key: string; content: string }>(undefined)
  return {
    keyFor(content: string): string {
      if (kept.current?.content !== content) kept.current = { key: crypto.randomUUID(), content }
      return kept.current.key
    },
    forgetKey(): void {
      kept.current = undefined
    },
  }
}
