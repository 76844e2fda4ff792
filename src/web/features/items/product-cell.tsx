import { Link } from 'react-router'
import type { ListedItem } from '#contract/managed-items.ts'
import { paths } from '../../paths.ts'
import { PanelLink } from '../../ui/panel.tsx'
import { itemParam } from './managed-view.ts'
import { PriceInRow } from './price-in-row.tsx'
import { StockInRow } from './stock-in-row.tsx'

/** Only an item on sale has a page to link to. */
export function ProductCell({ item }: { item: ListedItem }) {
  const { _id, name, hidden, removed } = item
  const isOnSale = !hidden && !removed
  return (
    <div className="product-cell">
      <div>
        <p className="font-display text-lg" id={`item-${_id}`}>
          {isOnSale ? (
            <Link to={paths.item(_id)} className="link-quiet">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <PanelLink
            name={itemParam}
            value={_id}
            aria-describedby={`item-${_id}`}
            className="link-quiet text-sm"
          >
            Edit
          </PanelLink>
          {hidden && <span className="badge-quiet">Hidden</span>}
        </p>
      </div>
      {!removed && (
        <div className="row-figures">
          <PriceInRow item={item} />
          <StockInRow item={item} />
        </div>
      )}
    </div>
  )
}
