import { useInfiniteQuery } from '@tanstack/react-query'
import type { StockEntry } from '#contract/managed-items.ts'
import { inThousands } from '#domain/thousands.ts'
import { Paged } from '../../ui/paged.tsx'
import { When } from '../../ui/time.tsx'
import { stockLedger } from './managed-queries.ts'

export function StockLedger({ id }: { id: string }) {
  const list = useInfiniteQuery(stockLedger(id))
  return (
    <Paged list={list}>
      {rows => (
        <ul aria-label="Stock changes">
          {rows.map(entry => (
            <Entry key={entry._id} entry={entry} />
          ))}
        </ul>
      )}
    </Paged>
  )
}

const Entry = ({ entry: { at, change, reason, by } }: { entry: StockEntry }) => (
  <li className="ledger-entry">
    <strong className="tabular-nums">
      {change > 0 ? `+${inThousands(change)}` : inThousands(change).replace('-', '−')}
    </strong>
    <div className="min-w-0">
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-sm text-soft wrap-anywhere">
        {by ?? 'The shop'}, <When at={at} />
      </p>
    </div>
  </li>
)
