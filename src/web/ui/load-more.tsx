import { KeepFocus } from './keep-focus.tsx'
import { PartError } from './states.tsx'

interface LoadMoreProps {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  isError: boolean
  error: unknown
  isFetchNextPageError: boolean
  refetch: () => unknown
}

/** Below a list that is shown: the way to more of it, and what went wrong when it was last asked for. */
export function LoadMore(list: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError, error } = list
  const again = list.isFetchNextPageError ? fetchNextPage : list.refetch
  return (
    <KeepFocus>
      {isError && <PartError query={{ error, refetch: again }} />}
      {hasNextPage && (
        <div className="mt-12 text-center">
          <button
            type="button"
            className="btn btn-quiet"
            // Not disabled: it would lose the focus.
            aria-disabled={isFetchingNextPage}
            onClick={() => !isFetchingNextPage && void fetchNextPage()}
          >
            {isFetchingNextPage ? 'Loading…' : 'Load more'}
          </button>
        </div>
      )}
    </KeepFocus>
  )
}
