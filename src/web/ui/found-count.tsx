import { countOf } from './count.ts'

interface FoundCountProps {
  list: {
    data: { pages: readonly { rows: readonly unknown[] }[] } | undefined
    isPlaceholderData: boolean
    hasNextPage: boolean
  }
  /** What is counted, in the singular. */
  noun: string
  /** The full list announces no count. */
  isSearch: boolean
}

/** Announces the number of matches. Always rendered, because screen readers announce only changes. */
export function FoundCount({
  list: { data, isPlaceholderData, hasNextPage },
  noun,
  isSearch,
}: FoundCountProps) {
  const isKnown = isSearch && data !== undefined && !isPlaceholderData
  const count = data?.pages.flatMap(({ rows }) => rows).length ?? 0
  return (
    <p role="status" className="sr-only">
      {isKnown && `${count === 0 ? `No ${noun}s` : countOf(count, noun)} found`}
      {isKnown && hasNextPage && ', and more can be loaded'}
    </p>
  )
}
