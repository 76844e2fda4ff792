import type { CompiledQuery } from 'kysely'
import {
  AndNode,
  BinaryOperationNode,
  type OperationNode,
  ParensNode,
  ReferenceNode,
  TableNode,
  ValueNode,
} from 'kysely'
import { type PreparedQuery, valueIn } from './prepared.ts'

/** The rows of a table that were changed, by their ids; or any of them. */
export type ChangedRows = Set<string> | 'any'

/** What the statements of a transaction have changed: no feature has to say so, none can forget. */
export class Changes {
  readonly tables = new Map<string, ChangedRows>()

  note(compiled: CompiledQuery | PreparedQuery): void {
    const { query } = compiled
    if (query.kind === 'InsertQueryNode') this.#add(query.into, undefined)
    else if (query.kind === 'UpdateQueryNode')
      this.#add(query.table, valueIn(compiled, idIn(query.where?.where)))
    else if (query.kind === 'DeleteQueryNode') for (const from of query.from.froms) this.#add(from, undefined)
  }

  #add(node: OperationNode | undefined, id: unknown): void {
    if (!node || !TableNode.is(node)) return
    const table = node.table.identifier.name
    const known = this.tables.get(table)
    if (typeof id !== 'string' || known === 'any') this.tables.set(table, 'any')
    else this.tables.set(table, (known ?? new Set<string>()).add(id))
  }
}

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
