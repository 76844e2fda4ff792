import { useRef } from 'react'
import { ProblemError } from './problem-error.ts'

/**
 * One key per thing that is sent. It is kept while nobody knows whether that arrived, so that sending it again cannot
 * do it twice; any other outcome, or another content, gets a new one.
 */
export function useIdempotencyKey() {
  const sent = useRef<{ key: string; content: string }>(undefined)
  return {
    keyFor(body: object): string {
      const content = JSON.stringify(body)
      if (sent.current?.content !== content) sent.current = { key: crypto.randomUUID(), content }
      return sent.current.key
    },
    /** What came of it: nothing when it has succeeded. */
    noteOutcome(error: unknown): void {
      if (!(error instanceof ProblemError && error.outcomeUnknown)) sent.current = undefined
    },
  }
}
