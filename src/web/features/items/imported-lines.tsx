import { type ReactNode, useId, useState } from 'react'
import type { LineFault, PlannedLine } from '#contract/item-files.ts'
import { formatAmount } from '#domain/money.ts'
import { inThousands } from '#domain/thousands.ts'

export const LineFaults = ({ faults }: { faults: readonly LineFault[] }) => (
  <Lines title="Errors" all={faults}>
    {({ line, message }) => (
      <Line key={`${line} ${message}`} line={line}>
        <p className="field-error wrap-anywhere whitespace-pre-line">{message}</p>
      </Line>
    )}
  </Lines>
)

export const ImportedLines = ({ lines }: { lines: readonly PlannedLine[] }) => (
  <Lines title="Planned changes" all={lines}>
    {({ line, name, isNew, changes }) => (
      <Line key={line} line={line}>
        <p className="wrap-anywhere">
          {name} {isNew && <span className="badge-quiet">New</span>}
        </p>
        <dl className="text-sm text-soft">
          {changes.map(change => (
            <Change key={change.column} change={change} />
          ))}
        </dl>
      </Line>
    )}
  </Lines>
)

type Column = PlannedLine['changes'][number]

const columnNames: Readonly<Record<Column['column'], string>> = {
  _id: '_id',
  name: 'Name',
  description: 'Description',
  price: 'Price',
  availableQuantity: 'Available',
  mustQuantity: 'Must quantity',
  photoUrl: 'Image',
  hidden: 'Hidden',
  pictures: 'More pictures',
  materials: 'Materials',
  size: 'Size',
  care: 'Care',
  family: 'Family',
  tax: 'Tax',
}

function Change({ change: { column, from, to } }: { change: Column }) {
  const shown = (value: Column['to']) =>
    column === 'price' ? formatAmount(Number(value)) : typeof value === 'boolean' ? yesNo(value) : value
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt>{columnNames[column]}:</dt>
      <dd className="min-w-0 wrap-anywhere">
        {from !== null && (
          <>
            <del>{shown(from)}</del> <span aria-hidden="true">→</span>{' '}
          </>
        )}
        <ins className="no-underline">{shown(to)}</ins>
      </dd>
    </div>
  )
}

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

const pageSize = 50

interface LinesProps<One> {
  title: string
  all: readonly One[]
  children: (one: One) => ReactNode
}

/** Shows the first lines and more on request, because ten thousand rows at once would freeze a phone. */
function Lines<One>({ title, all, children }: LinesProps<One>) {
  const id = useId()
  const [count, setCount] = useState(pageSize)
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-display text-lg">
        {title}
      </h3>
      <ul>{all.slice(0, count).map(children)}</ul>
      {count < all.length && (
        <p className="mt-4 flex flex-wrap items-center gap-3">
          <button
            type="button"
            className="btn btn-sm btn-quiet"
            onClick={() => setCount(count + 10 * pageSize)}
          >
            Show more
          </button>
          <span className="text-sm text-soft">
            {inThousands(count)} of {inThousands(all.length)}
          </span>
        </p>
      )}
    </section>
  )
}

const Line = ({ line, children }: { line: number; children: ReactNode }) => (
  <li className="ledger-entry">
    <span className="text-sm text-soft tabular-nums">Line {inThousands(line)}</span>
    <div className="min-w-0">{children}</div>
  </li>
)
