const fields = ['title', 'name', 'email', 'number', 'address', 'quantity']

/** An item page before its item is there, in its shape. */
export const ItemSkeleton = () => (
  <div role="status" className="item-page">
    <span className="sr-only">Loading</span>
    <div>
      <div className="bone picture" />
      <div className="bone mt-8" />
      <div className="bone mt-5" />
    </div>
    <div className="panel grid gap-4 self-start">
      {fields.map(field => (
        <div key={field} className="bone" />
      ))}
    </div>
  </div>
)
