import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely'
import type { Reading } from '../schema/tables.ts'

interface PreparedQuery<R> extends CompiledQuery<R> {
  readonly isPrepared: true
}

export const isPrepared = (query: CompiledQuery): boolean => 'isPrepared' in query

/** Stands for a value that each call passes. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Compiles a query once. For queries that run with every request: building one takes longer than SQLite needs to run
 * it. The sample names the values that a call passes, and their types.
 */
export function prepared<V extends object, R>(
  sample: V,
  build: (db: Reading, values: V) => Compilable<R>,
): (db: Reading, values: V) => Promise<QueryResult<R>> {
  const placeholders = Object.fromEntries(Object.keys(sample).map(name => [name, new Placeholder(name)])) as V
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<R>>()
  return (db, values) => {
    const executor = db.getExecutor()
    const query = compiled.get(executor.adapter) ?? build(db, placeholders).compile()
    compiled.set(executor.adapter, query)
    const parameters = query.parameters.map(value =>
      value instanceof Placeholder ? values[value.name as keyof V] : value,
    )
    const filled: PreparedQuery<R> = { ...query, parameters, isPrepared: true }
    return executor.executeQuery(filled)
  }
}
