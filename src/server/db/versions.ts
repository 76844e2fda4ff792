import type { Changed, KeptTable } from './news.ts'

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

  changed({ tables, items, withdraws }: Changed): void {
    for (const table of tables) add(this.#tables, table)
    if (items === 'any') this.#anyItem++
    else for (const id of items) add(this.#items, id)
    if (withdraws) this.#withdrawals++
    if (this.#items.size > mostItems) this.#forgetItems()
  }

  /** Differs whenever one of the tables may have changed: a sum of what only ever grows. */
  of(tables: readonly KeptTable[]): number {
    return this.#others() + this.ownOf(tables)
  }

  /** How often this process has changed them, or was told that another one has. */
  ownOf(tables: readonly KeptTable[]): number {
    return tables.reduce((sum, table) => sum + (this.#tables.get(table) ?? 0), 0)
  }

  /** Differs whenever this item may have changed. */
  ofItem(id: string): number {
    return this.#others() + this.#anyItem + (this.#items.get(id) ?? 0)
  }

  /** How often something was taken from the public, as far as this process knows without asking the database. */
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
