import type { Changes } from './changes.ts'
import type { Tables } from './tables.ts'

export type TableName = keyof Tables

/** So many items are counted by themselves. */
const mostItems = 100_000

/** Counts the changes of each table and of each item, so that answers made from them are kept until they change. */
export class Versions {
  readonly #tables = new Map<string, number>()
  /** Changes that may be of any item. */
  #anyItem = 0
  readonly #items = new Map<string, number>()
  #withdrawals = 0
  readonly #others: () => number

  /** `others` only ever grows, and has grown whenever another process may have changed something. */
  constructor(others: () => number) {
    this.#others = others
  }

  changed({ tables, items, withdraws }: Pick<Changes, 'tables' | 'items' | 'withdraws'>): void {
    for (const table of tables) add(this.#tables, table)
    if (items === 'any') this.#anyItem++
    else for (const id of items) add(this.#items, id)
    if (withdraws) this.#withdrawals++
    if (this.#items.size > mostItems) this.#forgetItems()
  }

  /** Differs whenever one of the tables may have changed: a sum of what only ever grows. */
  of(tables: readonly TableName[]): number {
    return this.#others() + this.ownOf(tables)
  }

  /** How often this process has changed them. */
  ownOf(tables: readonly TableName[]): number {
    return tables.reduce((sum, table) => sum + (this.#tables.get(table) ?? 0), 0)
  }

  /** Differs whenever this item may have changed. */
  ofItem(id: string): number {
    return this.#others() + this.#anyItem + (this.#items.get(id) ?? 0)
  }

  /** How often this process has taken something from the public, which it knows also without the database. */
  get withdrawals(): number {
    return this.#withdrawals
  }

  /** No item was counted more often than the table, so every sum still grows. */
  #forgetItems(): void {
    this.#items.clear()
    this.#anyItem += this.ownOf(['items'])
  }
}

const add = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)
