import { keptNumber, thousandthsOf } from './amounts.ts'
import { type AnsweredCall, type Call, isCall, isDone, paramsOf } from './call.ts'
import type { Currency } from './currency.ts'
import { Register } from './register.ts'
import type { Complain, Rules } from './rules.ts'
import { fieldsOf, type Item, itemsIn, keptText, listedItemsIn, type ManagedItem } from './wire.ts'

export interface KnownItem {
  id: string
  price: Register<number>
  name: Register<string>
  mustQuantity: Register<number>
  isHidden: Register<boolean>
  isRemoved: Register<boolean>
  isOnSale: { certain(call: Call): boolean | undefined }
  /** What each version was seen with. */
  versions: Map<number, string>
  newest: { version: number; call: AnsweredCall } | undefined
}

/** Public answers about items may be a second old, and somewhat more when many ask at once. */
const publicLateMs = 3000

/** What items cost and whether they are on sale. */
export class Items implements Rules {
  readonly byId = new Map<string, KnownItem>()
  readonly #currency: Currency

  constructor(currency: Currency) {
    this.#currency = currency
  }

  sent(call: Call): void {
    const codes = this.#currency.broughtBy(call)
    for (const { price } of this.byId.values()) keepNumber(price, codes, call)
    const changed = paramsOf(call, 'PATCH /api/item/{id}')
    if (changed) this.#write(this.#of(changed.id ?? ''), fieldsOf(call.body), call)
    const removed = paramsOf(call, 'DELETE /api/item/{id}')
    if (removed) this.#of(removed.id ?? '').isRemoved.write(true, call)
    const back = paramsOf(call, 'PUT /api/item/{id}/removed')
    if (back) this.#of(back.id ?? '').isRemoved.write(false, call)
    if (isCall(call, 'POST /api/items.csv')) for (const item of this.byId.values()) writeAnything(item, call)
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (call.to !== 'shop' || !isDone(call)) return
    const isList = isCall(call, 'GET /api/items')
    if (isCall(call, 'POST /api/addItem')) {
      const [added] = itemsIn(call.answer.body)
      if (added) this.#begin(added, call)
    } else if (isList || isCall(call, 'GET /api/items/{id}'))
      for (const item of itemsIn(call.answer.body)) this.#public(item, call, complain)
    else for (const item of listedItemsIn(call.answer.body)) this.#managed(item, call, complain)
  }

  #of(id: string): KnownItem {
    const known = this.byId.get(id)
    if (known) return known
    const [isHidden, isRemoved] = [new Register<boolean>(), new Register<boolean>()]
    const item: KnownItem = {
      id,
      price: new Register(),
      name: new Register(),
      mustQuantity: new Register(),
      isHidden,
      isRemoved,
      isOnSale: {
        certain: call => {
          const [hidden, removed] = [isHidden.certain(call), isRemoved.certain(call)]
          if (hidden === true || removed === true) return false
          return hidden === false && removed === false ? true : undefined
        },
      },
      versions: new Map(),
      newest: undefined,
    }
    this.byId.set(id, item)
    return item
  }

  #begin(item: Item, call: AnsweredCall): void {
    const known = this.#of(item._id)
    this.#write(known, { ...fieldsOf(item) }, call)
    known.isHidden.write(false, call)
    known.isRemoved.write(false, call)
  }

  #public(item: Item, call: AnsweredCall, complain: Complain): void {
    const known = this.#of(item._id)
    if (!known.price.isWritten) this.#write(known, { ...fieldsOf(item) }, call)
    if (
      !known.isHidden.allows(false, call, publicLateMs) ||
      !known.isRemoved.allows(false, call, publicLateMs)
    )
      complain('hidden item', `${item.name} is shown although it was taken off sale`)
    checkFields(known, item, call, complain, publicLateMs)
  }

  #managed(item: ManagedItem, call: AnsweredCall, complain: Complain): void {
    const known = this.#of(item._id)
    // Before these fields were ever written, they are as they are found.
    if (!known.price.isWritten) this.#write(known, { ...fieldsOf(item) }, call)
    if (!known.isHidden.isWritten) known.isHidden.write(item.hidden, call)
    if (!known.isRemoved.isWritten) known.isRemoved.write(item.removed, call)
    checkFields(known, item, call, complain)
    if (!known.isHidden.allows(item.hidden, call))
      complain('item edit kept', `${item.name}: hidden is ${item.hidden}`)
    if (!known.isRemoved.allows(item.removed, call))
      complain('item edit kept', `${item.name}: removed is ${item.removed}`)
    this.#version(known, item, call, complain)
  }

  #write(item: KnownItem, fields: Readonly<Record<string, unknown>>, call: Call): void {
    if (typeof fields.price === 'number') item.price.write(thousandthsOf(fields.price), call)
    // A save of another currency is on its way, and may round it.
    if (this.#currency.codeFor(call) === undefined) item.price.writeAnything(call)
    if (typeof fields.name === 'string') item.name.write(keptText(fields.name), call)
    if (typeof fields.mustQuantity === 'number') item.mustQuantity.write(fields.mustQuantity, call)
    if (typeof fields.hidden === 'boolean') item.isHidden.write(fields.hidden, call)
  }

  /** A version has one content, and never goes back. */
  #version(known: KnownItem, item: ManagedItem, call: AnsweredCall, complain: Complain): void {
    const { version } = item
    const content = JSON.stringify([
      item.name,
      item.price,
      item.mustQuantity,
      item.photoUrl,
      item.hidden,
      item.removed,
      item.description,
    ])
    const before = known.versions.get(version)
    if (before !== undefined && before !== content)
      complain('item version', `version ${version} of ${item._id} was ${before} and is ${content}`)
    known.versions.set(version, content)
    if (known.newest && known.newest.version > version && known.newest.call.answer.step < call.step)
      complain('item edit kept', `${item.name} was at version ${known.newest.version} and is at ${version}`)
    if (!known.newest || known.newest.version < version) known.newest = { version, call }
  }
}

function checkFields(known: KnownItem, item: Item, call: AnsweredCall, complain: Complain, lateMs = 0): void {
  if (!known.price.allows(thousandthsOf(item.price), call, lateMs))
    complain(
      'item edit kept',
      `${item.name} costs ${item.price}, which is not its price any more, or never was`,
    )
  if (!known.name.allows(item.name, call, lateMs))
    complain('item edit kept', `${item._id} is called '${item.name}'`)
  if (!known.mustQuantity.allows(item.mustQuantity, call, lateMs))
    complain('item edit kept', `${item.name} has a must quantity of ${item.mustQuantity}`)
}

/** In another currency a price keeps its number, as far as the currency has the decimals. */
function keepNumber(price: Register<number>, codes: readonly string[] | undefined, call: Call): void {
  const prices = price.possible(call)
  if (codes === undefined || (codes.length > 0 && prices === undefined)) price.writeAnything(call)
  else for (const code of codes) for (const one of prices ?? []) price.write(keptNumber(one, code), call)
}

function writeAnything(item: KnownItem, call: Call): void {
  for (const register of [item.price, item.name, item.mustQuantity, item.isHidden, item.isRemoved])
    register.writeAnything(call)
}
