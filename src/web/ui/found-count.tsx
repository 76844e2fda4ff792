import { countOf } from './count.ts'

interface FoundCountProps {
  list: {
    data: { pages: readonly { rows: readonly unknown[] }[] } | undefined
    isPlaceholderData: boolean
    hasNextPage: boolean
  }
  /** What is looked for, in the singular. */
  noun: string
  /** Nothing is told of a list that nobody has searched. */
  isSearch: boolean
}

/** Tells a screen reader how many were found. Always there, so that it hears of every change. */
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
