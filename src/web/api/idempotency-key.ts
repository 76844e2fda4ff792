import { useRef } from 'react'
import { ProblemError } from './problem-error.ts'

/**
 * One key per submission. It stays the same while the outcome is unknown, so that sending again cannot act twice. After
 * a known outcome, or with another body, there is a new key.
 */
export function useIdempotencyKey() {
  const sent = useRef<{ key: string; content: string }>(undefined)
  return {
    keyFor(body: object): string {
      const content = JSON.stringify(body)
      if (sent.current?.content !== content) sent.current = { key: crypto.randomUUID(), content }
      return sent.current.key
    },
    /** `error` is null or undefined after a success. */
    recordOutcome(error: unknown): void {
      if (!(error instanceof ProblemError && error.outcomeUnknown)) sent.current = undefined
    },
  }
}
