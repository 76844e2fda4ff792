import type { ReactNode } from 'react'
import { sentenceOf } from '../api/problem-error.ts'
import { Spinner } from './spinner.tsx'

interface ErrorStateProps {
  message: string
  onRetry: () => void
  /** The spec keeps the spinner when a list fails to load, and only there. */
  spinner?: boolean | undefined
}

export function ErrorState({ message, onRetry, spinner = false }: ErrorStateProps) {
  return (
    <div role="alert" className="grid min-h-96 place-items-center content-center gap-5 px-4 text-center">
      {spinner && <Spinner />}
      <p className="max-w-md">{message}</p>
      <button type="button" className="btn btn-quiet" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

interface FailedQuery {
  error: unknown
  refetch: () => unknown
}

export const QueryError = ({ query, spinner }: { query: FailedQuery; spinner?: boolean }) => (
  <ErrorState message={sentenceOf(query.error)} onRetry={() => void query.refetch()} spinner={spinner} />
)

interface PartErrorProps {
  query: FailedQuery
  /** Names the failed part where its position alone is not clear, such as 'Shop performance'. */
  what?: string
}

/** The same in one line, for a part of a page that stays usable. */
export const PartError = ({ query, what }: PartErrorProps) => (
  <p role="alert" className="mt-3">
    {what && `${what} could not be loaded. `}
    {sentenceOf(query.error)}{' '}
    <button type="button" className="btn btn-sm btn-quiet" onClick={() => void query.refetch()}>
      Try again
    </button>
  </p>
)

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="panel grid justify-items-center gap-4 py-16 text-center">
      <p className="font-display text-xl">{title}</p>
      {children}
    </div>
  )
}
