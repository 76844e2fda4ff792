import type { Changes } from './changes.ts'
import type { Tables } from './tables.ts'

export type TableName = keyof Tables

/** So many rows are counted by themselves. */
const mostRows = 100_000

/** Counts the changes of each table and of its rows, so that answers made from them are kept until they change. */
export class Versions {
  /** All changes of a table. */
  readonly #tables = new Map<string, number>()
  /** Those that may be of any row. */
  readonly #anyRow = new Map<string, number>()
  readonly #rows = new Map<string, number>()
  readonly #others: () => number

  /** `others` only ever grows, and has grown whenever another process may have changed something. */
  constructor(others: () => number) {
    this.#others = others
  }

  changed({ tables }: Pick<Changes, 'tables'>): void {
    for (const [table, rows] of tables) {
      add(this.#tables, table, 1)
      if (rows === 'any') add(this.#anyRow, table, 1)
      else for (const id of rows) add(this.#rows, `${table} ${id}`, 1)
    }
    if (this.#rows.size > mostRows) this.#forgetRows()
  }

  /** Differs whenever one of the tables may have changed: a sum of what only ever grows. */
  of(tables: readonly TableName[]): number {
    return this.#others() + this.ownOf(tables)
  }

  /** How often this process has changed them, which it knows also without the database. */
  ownOf(tables: readonly TableName[]): number {
    return tables.reduce((sum, table) => sum + (this.#tables.get(table) ?? 0), 0)
  }

  /** Differs whenever this row may have changed. */
  ofRow(table: TableName, id: string): number {
    return this.#others() + (this.#anyRow.get(table) ?? 0) + (this.#rows.get(`${table} ${id}`) ?? 0)
  }

  /** No row was counted more often than its table, so every sum still grows. */
  #forgetRows(): void {
    this.#rows.clear()
    for (const [table, count] of this.#tables) add(this.#anyRow, table, count)
  }
}

const add = (counts: Map<string, number>, name: string, more: number): void =>
  void counts.set(name, (counts.get(name) ?? 0) + more)
