import './item-stage.css'

const fields = ['title', 'name', 'email', 'number', 'address', 'quantity']

/** The placeholder of an item page, in the same shape. */
export const ItemSkeleton = () => (
  <div role="status" className="item-page">
    <span className="sr-only">Loading</span>
    <div className="bone picture" />
    <div className="item-side">
      <div className="bone" />
      <div className="panel item-order grid gap-4">
        {fields.map(field => (
          <div key={field} className="bone" />
        ))}
      </div>
    </div>
    <div className="bone" />
  </div>
)
