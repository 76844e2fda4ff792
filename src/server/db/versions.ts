import type { Tables } from './tables.ts'

export type TableName = keyof Tables

/** How long an answer may be out of date when other processes write to the same database. */
const staleMs = 900

/** Counts the changes of each table, so that answers made from it are kept until it changes. */
export class Versions {
  readonly #counts = new Map<string, number>()
  readonly #shared: boolean

  constructor(shared: boolean) {
    this.#shared = shared
  }

  changed(tables: Iterable<string>): void {
    for (const table of tables) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1)
  }

  /** Differs whenever one of the tables may have changed: a sum of what only ever grows. */
  of(tables: readonly TableName[]): number {
    let sum = this.#shared ? Math.floor(Date.now() / staleMs) : 0
    for (const table of tables) sum += this.#counts.get(table) ?? 0
    return sum
  }
}
