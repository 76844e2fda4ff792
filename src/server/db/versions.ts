import type {
  KyselyPlugin,
  OperationNode,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import { TableNode } from 'kysely'
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

  /** Differs whenever one of the tables may have changed. */
  of(...tables: TableName[]): string {
    const counts = tables.map(table => this.#counts.get(table) ?? 0).join('.')
    return this.#shared ? `${counts}@${Math.floor(Date.now() / staleMs)}` : counts
  }
}

/** Watches a transaction and remembers which tables it changed: no feature has to say so, none can forget. */
export class TouchedTables implements KyselyPlugin {
  readonly tables = new Set<string>()

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    switch (node.kind) {
      case 'InsertQueryNode':
        this.#note(node.into)
        break
      case 'UpdateQueryNode':
        this.#note(node.table)
        break
      case 'DeleteQueryNode':
        for (const from of node.from.froms) this.#note(from)
        break
    }
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }

  #note(node: OperationNode | undefined): void {
    if (node && TableNode.is(node)) this.tables.add(node.table.identifier.name)
  }
}
