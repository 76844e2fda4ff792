import type { Tables } from './tables.ts'

export type TableName = keyof Tables

/** Counts the changes of each table, so that answers made from it are kept until it changes. */
export class Versions {
  readonly #counts = new Map<string, number>()
  readonly #others: () => number

  /** `others` only ever grows, and has grown whenever another process may have changed something. */
  constructor(others: () => number) {
    this.#others = others
  }

  changed(tables: Iterable<string>): void {
    for (const table of tables) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1)
  }

  /** Differs whenever one of the tables may have changed: a sum of what only ever grows. */
  of(tables: readonly TableName[]): number {
    return this.#others() + this.ownOf(tables)
  }

  /** How often this process has changed them, which it knows also without the database. */
  ownOf(tables: readonly TableName[]): number {
    return tables.reduce((sum, table) => sum + (this.#counts.get(table) ?? 0), 0)
  }
}
