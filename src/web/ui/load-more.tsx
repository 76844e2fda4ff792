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

/** Below a list: a button for the next page, and the error of the last attempt. */
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
            // Not disabled, because it would lose the focus.
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
