import type { Tables } from './tables.ts'

export type TableName = keyof Tables

/** What other processes do to the data. */
export interface Outside {
  /** Only ever grows, and has grown whenever somebody else may have changed something. */
  version(): number
  /** Whether that is known at once. Where it is not, only what is the same for everybody may be kept. */
  isExact: boolean
}

/** Counts the changes of each table, so that answers made from it are kept until it changes. */
export class Versions {
  readonly #counts = new Map<string, number>()
  readonly #outside: Outside

  constructor(outside: Outside) {
    this.#outside = outside
  }

  get isExact(): boolean {
    return this.#outside.isExact
  }

  changed(tables: Iterable<string>): void {
    for (const table of tables) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1)
  }

  /** Differs whenever one of the tables may have changed: a sum of what only ever grows. */
  of(tables: readonly TableName[]): number {
    let sum = this.#outside.version()
    for (const table of tables) sum += this.#counts.get(table) ?? 0
    return sum
  }
}
