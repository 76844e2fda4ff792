import './item-stage.css'

const fields = ['title', 'name', 'email', 'number', 'address', 'quantity']

/** An item page before its item is there, in its shape. */
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
