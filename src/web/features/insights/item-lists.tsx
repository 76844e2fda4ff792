import { useState } from 'react'
import { Link } from 'react-router'
import type { BestItem, LowItem } from '#contract/insights.ts'
import { amountsFormat } from '#domain/money.ts'
import { daysLeft } from '#domain/stock.ts'
import { paths } from '../../paths.ts'

const ItemLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={paths.managedItem(id)} className="details-button">
    {name}
  </Link>
)

export function BestItems({ items }: { items: readonly BestItem[] }) {
  const format = amountsFormat(items.map(({ takings }) => takings))
  return (
    <section className="best-items" aria-labelledby="best-items">
      <h4 id="best-items">Best-selling</h4>
      {items.length === 0 && <p className="nothing">Nothing was sold in this period.</p>}
      <ol className="item-lines">
        {items.map(({ itemId, name, units, takings }) => (
          <li key={itemId}>
            <ItemLink id={itemId} name={name} />
            <span className="item-line-figure">
              {units} sold <span className="text-soft">{format(takings)}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const shownAtFirst = 3

/** Items that will sell out first come first. */
export function LowItems({ items }: { items: readonly LowItem[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? items : items.slice(0, shownAtFirst)
  return (
    <section className="low-items" aria-labelledby="low-items">
      <h4 id="low-items">Running low</h4>
      {items.length === 0 && <p className="nothing">Everything is well stocked.</p>}
      <ul className="item-lines">
        {shown.map(item => (
          <li key={item.itemId}>
            <ItemLink id={item.itemId} name={item.name} />
            <span className="item-line-figure">
              {item.free === 0 ? 'Sold out' : `${item.free} left`}
              <span className="text-soft">{lastsFor(item)}</span>
            </span>
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <button type="button" className="details-button text-sm" onClick={() => setShowsAll(true)}>
          Show {items.length - shown.length} more
        </button>
      )}
    </section>
  )
}

function lastsFor(item: LowItem): string {
  const days = Math.ceil(daysLeft(item))
  if (item.free === 0 || !Number.isFinite(days) || days > 30) return ''
  return `, about ${days === 1 ? 'a day’s' : `${days} days’`} worth`
}
