import { Random } from '../../torture/random.ts'

export interface Size {
  items: number
  users: number
  orders: number
  reviews: number
}

export const orderStates = ['paid', 'removed', 'lapsed', 'held'] as const

export type OrderState = (typeof orderStates)[number]

export const day = 86_400_000
export const historyMs = 730 * day

/** Who ordered what, decided before anything is written: an item's free stock follows from its orders. */
export interface Plan {
  size: Size
  seed: number
  /** The moment at which the history ends. */
  now: number
  /** Sets the ids apart from those of an earlier growth. */
  mark: number
  buyers: Int32Array
  bought: Int32Array
  quantities: Uint8Array
  states: Uint8Array
  /** What is held or sold of each item. */
  taken: Int32Array
  prices: Int32Array
}

const mostUnpaid = 15

export function planOf(size: Size, seed: number, now: number): Plan {
  const random = new Random(seed)
  const plan: Plan = {
    size,
    seed,
    now,
    mark: random.between(0, 0xffffff) ^ (now & 0xffffff),
    buyers: new Int32Array(size.orders),
    bought: new Int32Array(size.orders),
    quantities: new Uint8Array(size.orders),
    states: new Uint8Array(size.orders),
    taken: new Int32Array(size.items),
    prices: Int32Array.from({ length: size.items }, () => random.between(150, 25_000)),
  }
  const unpaid = new Uint8Array(size.users)
  for (let i = 0; i < size.orders; i++) {
    // A few items and a few customers make up much of the business, as everywhere.
    const item = Math.floor(size.items * random.next() ** 2)
    const buyer = Math.floor(size.users * random.next() ** 1.5)
    const state = stateAt(random.next(), i / size.orders, (unpaid[buyer] ?? 0) < mostUnpaid)
    const quantity = random.between(1, 4)
    plan.bought[i] = item
    plan.buyers[i] = buyer
    plan.quantities[i] = quantity
    plan.states[i] = orderStates.indexOf(state)
    if (state === 'paid' || state === 'held') plan.taken[item] = (plan.taken[item] ?? 0) + quantity
    if (state === 'lapsed' || state === 'held') unpaid[buyer] = (unpaid[buyer] ?? 0) + 1
  }
  return plan
}

/** Only the newest orders can still be held; `progress` runs from the oldest (0) to the newest (1). */
function stateAt(draw: number, progress: number, mayOwe: boolean): OrderState {
  if (draw < 0.08) return 'removed'
  if (draw > 0.95 && mayOwe) return progress > 0.998 ? 'held' : 'lapsed'
  return 'paid'
}

/** The n-th moment of so many, evenly spread over the history. */
export const momentOf = (plan: Plan, index: number, total: number): number =>
  plan.now - historyMs + Math.floor((historyMs * index) / total)

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0').slice(-digits)

/** A UUIDv7 of that moment: it sorts as those of the shop do. The kind keeps tables apart. */
export function idAt(plan: Plan, kind: number, moment: number, index: number): string {
  const time = hex(moment, 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(kind, 3)}-8${hex(plan.mark >> 12, 3)}-${hex(plan.mark, 3)}${hex(index, 9)}`
}
