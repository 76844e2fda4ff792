import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely'
import type { Reading } from '../schema/tables.ts'

/** A query of this file: one of a few that run again and again. */
interface PreparedQuery<R> extends CompiledQuery<R> {
  readonly isPrepared: true
}

export const isPrepared = (query: CompiledQuery): boolean => 'isPrepared' in query

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
    const filled: PreparedQuery<R> = { ...query, parameters, isPrepared: true }
    return executor.executeQuery(filled)
  }
}
