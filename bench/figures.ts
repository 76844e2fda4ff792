/** What several rounds gave: the middle one, and how far they lie apart. */
export interface Spread {
  median: number
  least: number
  most: number
}

/** A goal is one bound on the figure that counts. */
export type Goal = { atLeast: number } | { atMost: number }

export interface Row {
  name: string
  unit: string
  shop: Spread
  yardstick?: Spread
  /** What the yardstick is. */
  against?: string
  /** The figure that is held against the goal: a ratio to the yardstick, a difference, or the value itself. */
  figure: { value: number; kind: 'ratio' | 'difference' | 'value' }
  goal?: Goal
  met?: boolean
  note?: string
  /** Why this row says nothing: answers that were no success, for instance. */
  invalid?: string
}

/** A row and the part of the benchmark that it is from. */
export interface Result extends Row {
  part: string
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  return { median: quantile(sorted, 0.5), least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 }
}

/** Of values in ascending order. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const p99 = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.99,
  )

export const meets = (value: number, goal: Goal): boolean =>
  'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost

/** Both sides of one round, measured right after each other. */
export interface Pair {
  shop: number
  yardstick: number
}

interface Compared {
  name: string
  unit: string
  against: string
  pairs: readonly Pair[]
  goal?: Goal
  note?: string | undefined
  invalid?: string | undefined
}

/** The figure is the median of the rounds' ratios: what slows the machine down for a round slows down both sides. */
export function ratioRow({ name, unit, against, pairs, goal, note, invalid }: Compared): Row {
  const value = spreadOf(pairs.map(({ shop, yardstick }) => shop / yardstick)).median
  return judged(
    {
      name,
      unit,
      against,
      shop: spreadOf(pairs.map(pair => pair.shop)),
      yardstick: spreadOf(pairs.map(pair => pair.yardstick)),
      figure: { value, kind: 'ratio' },
      ...(note && { note }),
      ...(invalid && { invalid }),
    },
    goal,
  )
}

export function differenceRow({ name, unit, against, pairs, goal }: Compared): Row {
  const value = spreadOf(pairs.map(({ shop, yardstick }) => shop - yardstick)).median
  const shop = spreadOf(pairs.map(pair => pair.shop))
  const yardstick = spreadOf(pairs.map(pair => pair.yardstick))
  return judged({ name, unit, against, shop, yardstick, figure: { value, kind: 'difference' } }, goal)
}

export function valueRow(
  name: string,
  unit: string,
  values: readonly number[],
  goal?: Goal,
  extra: Pick<Row, 'note' | 'invalid'> = {},
): Row {
  const shop = spreadOf(values)
  return judged({ name, unit, shop, figure: { value: shop.median, kind: 'value' }, ...extra }, goal)
}

const judged = (row: Row, goal: Goal | undefined): Row => ({
  ...row,
  ...(goal && { goal, met: row.invalid === undefined && meets(row.figure.value, goal) }),
})
