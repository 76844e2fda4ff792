import type { Row } from './figures.ts'

export interface Bench {
  rounds: number
  /** The duration of the load in each round and on each side. */
  seconds: number
  quick: boolean
  /** The data of this run, which is removed after it. */
  folder: string
  say(line: string): void
}

/** Measures some rows of the table. */
export type Part = (bench: Bench) => Promise<Row[]>

/** Measures shop and yardstick in turn. The first rounds warm both up and do not count. */
export async function inTurn<T, U>(
  { rounds }: Pick<Bench, 'rounds'>,
  shop: (round: number) => Promise<T>,
  yardstick: (round: number) => Promise<U>,
  warmUps = 1,
): Promise<{ shop: T[]; yardstick: U[] }> {
  const sides: { shop: T[]; yardstick: U[] } = { shop: [], yardstick: [] }
  for (let round = 0; round < warmUps + rounds; round++) {
    sides.shop.push(await shop(round))
    sides.yardstick.push(await yardstick(round))
  }
  return { shop: sides.shop.slice(warmUps), yardstick: sides.yardstick.slice(warmUps) }
}
