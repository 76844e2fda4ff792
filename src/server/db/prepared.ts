import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely'
import type { Reading } from './tables.ts'

/** A query of this file: one of a few that run again and again. */
export interface PreparedQuery<R = unknown> extends CompiledQuery<R> {
  readonly values: object
}

export const isPrepared = (query: CompiledQuery): query is PreparedQuery => 'values' in query

/** Stands in a query for a value that each call brings along. */
class Blank {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once and then only filled in, for what runs with every request: to build one
 * takes longer than SQLite needs to answer it. The sample says which values a call brings, and of which types.
 */
export function prepared<V extends object, R>(
  sample: V,
  build: (db: Reading, values: V) => Compilable<R>,
): (db: Reading, values: V) => Promise<QueryResult<R>> {
  const blanks = Object.fromEntries(Object.keys(sample).map(name => [name, new Blank(name)])) as V
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<R>>()
  return (db, values) => {
    const executor = db.getExecutor()
    const query = compiled.get(executor.adapter) ?? build(db, blanks).compile()
    compiled.set(executor.adapter, query)
    const parameters = query.parameters.map(value =>
      value instanceof Blank ? values[value.name as keyof V] : value,
    )
    const filled: PreparedQuery<R> = { ...query, parameters, values }
    return executor.executeQuery(filled)
  }
}

/** What a part of a query is filled in with. */
export const valueIn = (query: CompiledQuery, part: unknown): unknown =>
  part instanceof Blank && isPrepared(query) ? query.values[part.name as keyof object] : part
