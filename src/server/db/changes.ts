import type { CompiledQuery } from 'kysely'
import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type ColumnUpdateNode,
  type OperationNode,
  ParensNode,
  ReferenceNode,
  TableNode,
  ValueNode,
} from 'kysely'
import { type PreparedQuery, valueIn } from './prepared.ts'

/** The items that were changed, by their ids; or any of them. */
export type ChangedItems = Set<string> | 'any'

/** Columns that say what the public does not see any more. */
const withdrawing: ReadonlyMap<string, readonly string[]> = new Map([
  ['items', ['hidden_at', 'removed_at']],
  ['reviews', ['hidden_at', 'answer']],
])

/** What the statements of a transaction have changed: no feature has to say so, none can forget. */
export class Changes {
  readonly tables = new Set<string>()
  items: ChangedItems = new Set()
  /** Something may have been taken from the public. */
  withdraws = false

  note(compiled: CompiledQuery | PreparedQuery): void {
    const { query } = compiled
    if (query.kind === 'InsertQueryNode') this.#add(query.into)
    else if (query.kind === 'UpdateQueryNode') {
      const table = this.#add(query.table, () => valueIn(compiled, idIn(query.where?.where)))
      if (table && query.updates?.some(update => isWithdrawing(table, update))) this.withdraws = true
    } else if (query.kind === 'DeleteQueryNode')
      for (const from of query.from.froms) {
        const table = this.#add(from)
        if (table && withdrawing.has(table)) this.withdraws = true
      }
  }

  #add(node: OperationNode | undefined, id: () => unknown = () => undefined): string | undefined {
    if (!node || !TableNode.is(node)) return undefined
    const table = node.table.identifier.name
    this.tables.add(table)
    if (table === 'items') this.#addItem(id())
    return table
  }

  #addItem(id: unknown): void {
    if (typeof id !== 'string') this.items = 'any'
    else if (this.items !== 'any') this.items.add(id)
  }
}

const isWithdrawing = (table: string, { column }: ColumnUpdateNode): boolean =>
  ColumnNode.is(column) && withdrawing.get(table)?.includes(column.column.name) === true

/** The value that a condition asks of the column `id`, where all of it has to hold. */
function idIn(node: OperationNode | undefined): unknown {
  if (!node) return undefined
  if (ParensNode.is(node)) return idIn(node.node)
  if (AndNode.is(node)) return idIn(node.left) ?? idIn(node.right)
  if (!BinaryOperationNode.is(node) || !ValueNode.is(node.rightOperand)) return undefined
  const { leftOperand, operator, rightOperand } = node
  const isId =
    ReferenceNode.is(leftOperand) && 'column' in leftOperand.column && leftOperand.column.column.name === 'id'
  const isEqual = 'operator' in operator && operator.operator === '='
  return isId && isEqual ? rightOperand.value : undefined
}
