import './item-stage.css'

const fields = ['title', 'name', 'email', 'number', 'address', 'quantity']

/** The placeholder of an item page, in the same shape. */
export const ItemSkeleton = () => (
  <div role="status" className="item-page">
    <span className="sr-only">Loading</span>
    <div className="skeleton picture" />
    <div className="item-side">
      <div className="skeleton" />
      <div className="panel item-order grid gap-4">
        {fields.map(field => (
          <div key={field} className="skeleton" />
        ))}
      </div>
    </div>
    <div className="skeleton" />
  </div>
)
