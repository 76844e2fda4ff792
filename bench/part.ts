import type { Row } from './figures.ts'

export interface Bench {
  rounds: number
  /** Of load, in each round and on each side. */
  seconds: number
  quick: boolean
  /** Everything of this run is in here, and gone with it. */
  folder: string
  say(line: string): void
}

/** Some rows of the table, measured together. */
export type Part = (bench: Bench) => Promise<Row[]>

/** Shop and yardstick in turn. Rounds that warm both up come first and do not count. */
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
