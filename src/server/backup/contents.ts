import { hash } from 'node:crypto'
import { type DataTable, pagesOf, type Row, tablesOf } from '../db/schema/table-rows.ts'
import type { Reading } from '../db/schema/tables.ts'

export interface TableSum {
  rows: number
  checksum: string
}

export type Contents = Partial<Record<DataTable, TableSum>>

/** A row as text that is the same on both engines: columns are sorted by name. */
export const lineOf = (row: Row): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))

/** Counts rows and sums their hashes. The order does not matter: the engines sort text differently. */
export class Sum {
  #rows = 0
  #total = 0n

  add(line: string): void {
    this.#rows++
    this.#total = BigInt.asUintN(256, this.#total + BigInt(`0x${hash('sha256', line)}`))
  }

  get result(): TableSum {
    return { rows: this.#rows, checksum: this.#total.toString(16).padStart(64, '0') }
  }
}

/** Visits all rows of all tables, page by page, and returns the checksums. */
export async function walk(
  db: Reading,
  visit: (table: DataTable, rows: Row[], lines: string[]) => Promise<void>,
): Promise<Contents> {
  const contents: Contents = {}
  for (const found of await tablesOf(db)) {
    const { table } = found
    const sum = new Sum()
    for await (const rows of pagesOf(db, found)) {
      const lines = rows.map(lineOf)
      for (const line of lines) sum.add(line)
      await visit(table, rows, lines)
    }
    contents[table] = sum.result
  }
  return contents
}

export const contentsOf = (db: Reading): Promise<Contents> => walk(db, async () => undefined)

/** The differences between two shops that should be equal, as sentences. */
export function differences(expected: Contents, found: Contents): string[] {
  const tables = new Set([...Object.keys(expected), ...Object.keys(found)]) as Set<DataTable>
  return [...tables].flatMap(table => {
    const [a, b] = [expected[table], found[table]]
    if (a?.rows !== b?.rows) return [`${table}: ${a?.rows ?? 'no'} rows expected, ${b?.rows ?? 'none'} found`]
    return a?.checksum === b?.checksum ? [] : [`${table}: the rows differ from the original`]
  })
}

/** '3 users, 12 items, 40 orders' */
export function summaryOf(contents: Contents): string {
  const count = (table: DataTable, noun: string) => {
    const rows = contents[table]?.rows ?? 0
    return `${rows} ${noun}${rows === 1 ? '' : 's'}`
  }
  return [
    count('users', 'user'),
    count('items', 'item'),
    count('orders', 'order'),
    count('payments', 'payment'),
    count('reviews', 'review'),
  ].join(', ')
}
