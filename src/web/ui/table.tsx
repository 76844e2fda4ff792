import type { ReactNode } from 'react'

export interface Column<Row> {
  head: string
  /** `index` starts at 0. */
  cell: (row: Row, index: number) => ReactNode
  /** Right-aligns amounts and counts, so that digits line up. */
  isFigure?: boolean
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The row whose panel is open. */
  isCurrent?: (row: Row) => boolean
  className?: string
}

/** On small screens each row becomes a card, and each cell repeats its column's heading. */
export function Table<Row>({ caption, columns, rows, keyOf, isCurrent, className = '' }: TableProps<Row>) {
  return (
    <table className={`rows ${className}`}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, isFigure }) => (
            <th key={head} scope="col" className={isFigure ? 'figure' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row)} aria-current={isCurrent?.(row) || undefined}>
            {columns.map(({ head, cell, isFigure }) => (
              <td key={head} data-head={head} className={isFigure ? 'figure' : undefined}>
                <div>{cell(row, index)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
