export const Spinner = () => <span className="spinner" aria-hidden="true" />

/** Stands where content will be, with room enough that little moves when it comes. */
export const Loading = () => (
  <div role="status" className="grid min-h-96 place-items-center">
    <Spinner />
    <span className="sr-only">Loading</span>
  </div>
)
