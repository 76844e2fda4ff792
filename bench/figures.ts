/** The results of several rounds. */
export interface Spread {
  median: number
  least: number
  most: number
}

/** A bound on the figure. */
export type Goal = { atLeast: number } | { atMost: number }

/** How the figure is computed from shop and yardstick. */
const kinds = {
  ratio: (shop: number, yardstick: number) => shop / yardstick,
  difference: (shop: number, yardstick: number) => shop - yardstick,
  value: (shop: number) => shop,
}

export type Kind = keyof typeof kinds

export interface Row {
  name: string
  unit: string
  shop: Spread
  yardstick?: Spread
  /** Compared with the goal. */
  figure: { value: number; kind: Kind }
  goal?: Goal
  met?: boolean
  /** The yardstick and other observations. */
  notes: string
  /** Why the row is not valid, for example because of failed requests. */
  invalid?: string
  /** Whether the README shows it. */
  inReadme: boolean
}

export interface Result extends Row {
  part: string
}

/** The values must be sorted. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

export const median = (values: readonly number[]): number => quantile(ascending(values), 0.5)

export const p99 = (values: readonly number[]): number => quantile(ascending(values), 0.99)

export function spreadOf(values: readonly number[]): Spread {
  const sorted = ascending(values)
  return { median: quantile(sorted, 0.5), least: quantile(sorted, 0), most: quantile(sorted, 1) }
}

const meets = (value: number, goal: Goal): boolean =>
  'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost

export interface Measured {
  name: string
  unit: string
  kind: Kind
  /** A value per round; the yardstick's was measured right after the shop's. */
  shop: readonly number[]
  yardstick?: readonly number[] | undefined
  goal?: Goal | undefined
  notes?: readonly (string | undefined)[]
  invalid?: string | undefined
  inReadme?: boolean
}

/** The figure is the median of the figures per round, because a busy machine slows both sides of a round down. */
export function rowOf({ name, unit, kind, shop, yardstick, goal, ...rest }: Measured): Row {
  const { notes = [], invalid, inReadme = false } = rest
  const perRound = shop.map((value, round) => kinds[kind](value, yardstick?.[round] ?? Number.NaN))
  const value = median(perRound)
  return {
    name,
    unit,
    shop: spreadOf(shop),
    ...(yardstick && { yardstick: spreadOf(yardstick) }),
    figure: { value, kind },
    ...(goal && { goal, met: invalid === undefined && meets(value, goal) }),
    notes: notes.filter(Boolean).join('; '),
    ...(invalid && { invalid }),
    inReadme,
  }
}
