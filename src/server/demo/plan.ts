import { dayMs } from '#domain/day.ts'
import { type DemoItem, demoItems } from './goods.ts'
import { type DemoCustomer, demoCustomers } from './people.ts'

const [minute, hour] = [60_000, 3_600_000]
const days = 62

/** The fate of an order. */
type Fate = 'removed' | 'lapsed' | 'held' | 'waiting' | 'sent' | 'refunded' | 'refunded in part'

/** An order in the demo, some time before its first start. */
export interface PlannedSale {
  customer: DemoCustomer
  item: DemoItem
  quantity: number
  placedAt: number
  /** Null if it does not happen. */
  paidAt: number | null
  sentAt: number | null
  refundedAt: number | null
  fate: Fate
  /** A card was declined before another one paid. */
  declined: boolean
  /** A random number between 0 and 1 for all other variation. */
  luck: number
}

/** A seeded random number generator (mulberry32), so that all demos look alike. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How well each item sells, in the order of the goods. */
const demand = [5, 9, 4, 7, 3, 4, 4, 5, 6, 7, 3, 3]

/** Two months in which the shop grows a little, with more orders on weekends; oldest first. */
export function plannedSales(firstStart: number): PlannedSale[] {
  const luck = seededRandom(7)
  const today = firstStart - (firstStart % dayMs)
  const sales: PlannedSale[] = []
  for (let ago = days; ago >= 0; ago--) {
    const morning = today - ago * dayMs
    const isWeekend = [0, 6].includes(new Date(morning).getUTCDay())
    const expected = (1.1 + ((days - ago) / 7) * 0.1) * (isWeekend ? 1.6 : 1)
    for (let count = Math.floor(expected + luck()); count > 0; count--)
      sales.push(saleAt(morning + (8 + 13 * luck()) * hour, firstStart, luck))
  }
  const past = sales.filter(({ placedAt }) => placedAt < firstStart - 6 * hour)
  return [...past, ...lastHours(firstStart, luck)].sort((a, b) => a.placedAt - b.placedAt)
}

/** Recent orders, so that a new demo always has something to do. */
const lastHours = (firstStart: number, luck: () => number): PlannedSale[] =>
  [
    { before: 5 * hour, fate: 'waiting' as const },
    { before: 140 * minute, fate: 'waiting' as const },
    { before: 12 * minute, fate: 'held' as const },
    { before: 4 * minute, fate: 'held' as const },
  ].map(({ before, fate }) => saleAt(firstStart - before, firstStart, luck, fate))

function saleAt(at: number, firstStart: number, luck: () => number, fixed?: Fate): PlannedSale {
  const item = pick(demoItems, demand, luck())
  const customer = pick(demoCustomers, [], luck())
  const quantity = item.must_quantity * (1 + Math.floor(luck() ** 2 * 3))
  const drawn = fateOf(firstStart - at, luck())
  const [placedAt, fate, declined, rest] = [Math.floor(at), fixed ?? drawn, luck() < 0.08, luck()]
  return {
    customer,
    item,
    quantity,
    placedAt,
    fate,
    declined,
    luck: rest,
    ...momentsOf(placedAt, fate, rest),
  }
}

function momentsOf(
  placedAt: number,
  fate: Fate,
  luck: number,
): Pick<PlannedSale, 'paidAt' | 'sentAt' | 'refundedAt'> {
  const isPaid = !['removed', 'lapsed', 'held'].includes(fate)
  const isSent = isPaid && fate !== 'waiting'
  // Parcels are packed the next morning.
  const packedAt = placedAt - (placedAt % dayMs) + dayMs + Math.floor((9 + 2 * luck) * hour)
  return {
    paidAt: isPaid ? placedAt + Math.floor((2 + 5 * luck) * minute) : null,
    sentAt: isSent ? packedAt : null,
    refundedAt: isSent && fate !== 'sent' ? packedAt + Math.floor((3 + 3 * luck) * dayMs) : null,
  }
}

/** Parcels are sent within two days, and problems are known within a week. */
function fateOf(age: number, luck: number): Fate {
  if (luck < 0.04) return 'removed'
  if (luck < 0.12) return 'lapsed'
  if (age < 2 * dayMs) return 'waiting'
  if (age < 8 * dayMs || luck < 0.92) return 'sent'
  return luck < 0.96 ? 'refunded' : 'refunded in part'
}

/** Picks one at random by weight. */
function pick<T>(from: readonly T[], weights: readonly number[], luck: number): T {
  const weightAt = (index: number) => weights[index] ?? 1
  let left = luck * from.reduce((sum, _, index) => sum + weightAt(index), 0)
  const found = from.find((_, index) => {
    left -= weightAt(index)
    return left < 0
  })
  const chosen = found ?? from.at(-1)
  if (chosen === undefined) throw new Error('There is nothing to choose from')
  return chosen
}
