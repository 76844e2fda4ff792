/** The placeholder of a list, in the same shape. */
export const Skeleton = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Loading</span>
    {['first', 'second', 'third'].map(one => (
      <div key={one} className="skeleton" />
    ))}
  </div>
)
