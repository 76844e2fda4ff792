import type { Books } from './books.ts'
import { type AnsweredCall, type Call, isCall, isDone, isRefused, paramsOf } from './call.ts'
import type { KnownOrder, Orders } from './orders.ts'
import type { Complain, Rules } from './rules.ts'
import {
  fieldsOf,
  keptText,
  type ManagedItem,
  managedItemsIn,
  type StockEntry,
  sumOf,
  textOf,
} from './wire.ts'

const route = 'POST /api/item/{id}/stock'

/** Free, held and sold are what was stocked, and nothing is sold twice. */
export class Stock implements Rules {
  readonly #orders: Orders
  readonly #changes: { item: string; call: Call }[] = []
  readonly #added = new Map<string, number>()
  #isImported = false

  constructor(orders: Orders) {
    this.#orders = orders
  }

  sent(call: Call): void {
    const params = paramsOf(call, route)
    if (params) this.#changes.push({ item: params.id ?? '', call })
    if (isCall(call, 'POST /api/items.csv')) this.#isImported = true
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (call.to !== 'shop' || !isDone(call)) return
    if (isCall(call, 'POST /api/addItem')) {
      const { _id, availableQuantity } = fieldsOf(call.answer.body)
      this.#added.set(textOf(_id), Number(availableQuantity))
    }
    for (const item of managedItemsIn(call.answer.body)) {
      checkSums(item, complain)
      const taken = sumOf(this.#orders.all.map(order => this.#unitsOf(order, item._id, call)))
      if (item.held + item.sold < taken)
        complain(
          'stock counts every order',
          `${item.name}: ${item.held} held and ${item.sold} sold, orders have ${taken}`,
        )
    }
  }

  /** The units that the order certainly had while the call was answered. */
  #unitsOf(order: KnownOrder, item: string, call: AnsweredCall): number {
    if (order.first.itemId !== item || !this.#orders.isCertainlyThere(order, call)) return 0
    const { heldUntil } = order.last.order
    const isHeld = order.last.call.answer.step < call.step && Date.parse(heldUntil) > call.answer.at
    const isPaid = order.paid !== undefined && order.paid.call.answer.step < call.step
    return isHeld || isPaid ? Math.min(...(order.quantity.possible(call) ?? [0])) : 0
  }

  quiet(books: Books, complain: Complain): void {
    for (const item of books.items) {
      checkSums(item, complain)
      const orders = books.orders.filter(({ itemId }) => itemId === item._id)
      const unitsIn = (...states: string[]) =>
        sumOf(orders.filter(({ state }) => states.includes(state)).map(({ quantity }) => quantity))
      const [held, sold] = [unitsIn('held'), unitsIn('paid', 'sent', 'refunded')]
      if (item.held !== held || item.sold !== sold)
        complain(
          'stock adds up',
          `${item.name}: ${item.held} held and ${item.sold} sold, orders say ${held} and ${sold}`,
        )
      const ledger = books.ledgers.get(item._id) ?? []
      const total = sumOf(ledger.map(({ change }) => change))
      if (total !== item.stocked)
        complain('stock adds up', `${item.name}: ${item.stocked} stocked, the ledger says ${total}`)
      const restocked = sumOf(orders.map(({ restockedQuantity }) => restockedQuantity))
      this.#checkLedger(item, ledger, restocked, complain)
    }
  }

  /** Each change that was asked for is in the ledger once; besides it has the first stock and what was restocked. */
  #checkLedger(
    item: ManagedItem,
    ledger: readonly StockEntry[],
    restocked: number,
    complain: Complain,
  ): void {
    const calls = this.#changes.filter(change => change.item === item._id && !isRefused(change.call))
    const groups = [
      ...Map.groupBy(calls, ({ call }) => call.idempotencyKey ?? `call ${call.number}`).values(),
    ].flatMap(([first, ...more]) => (first ? [{ first: first.call, all: [first, ...more] }] : []))
    const asked = Map.groupBy(groups, ({ first }) => keptText(textOf(fieldsOf(first.body).reason)))
    for (const [reason, group] of asked) {
      const entries = ledger.filter(entry => entry.reason === reason)
      const done = group.filter(({ all }) => all.some(({ call }) => hasChanged(call)))
      if (entries.length < done.length)
        complain(
          'stock change once',
          `${item.name}: ${done.length} changes for '${reason}', ${entries.length} in the ledger`,
        )
      if (entries.length > group.length && group.every(({ first }) => first.idempotencyKey !== undefined))
        complain(
          'stock change once',
          `${item.name}: ${group.length} changes for '${reason}', ${entries.length} in the ledger`,
        )
      for (const { first } of done) {
        const { change } = fieldsOf(first.body)
        if (typeof change === 'number' && !entries.some(entry => entry.change === change))
          complain(
            'stock change once',
            `${item.name}: no change of ${change} for '${reason}' is in the ledger`,
          )
      }
    }
    const first = this.#added.get(item._id)
    if (first === undefined || this.#isImported) return
    const rest = sumOf(ledger.filter(({ reason }) => !asked.has(reason)).map(({ change }) => change))
    if (rest !== first + restocked)
      complain(
        'restock once',
        `${item.name}: ${first} at first and ${restocked} restocked, the ledger says ${rest}`,
      )
  }
}

function checkSums(item: ManagedItem, complain: Complain): void {
  const { name, availableQuantity: free, held, sold, stocked } = item
  if (free < 0 || held < 0 || sold < 0)
    complain('never oversold', `${name}: ${free} free, ${held} held, ${sold} sold`)
  if (free + held + sold !== stocked)
    complain('stock adds up', `${name}: ${free} free, ${held} held and ${sold} sold are not ${stocked}`)
}

/** A count that finds what was expected changes nothing. */
const hasChanged = (call: Call): boolean => isDone(call) && fieldsOf(call.body).counted === undefined
