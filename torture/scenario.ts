import { brokenInvariants } from '../src/server/books/invariants.ts'
import type { Reading } from '../src/server/db/schema/tables.ts'
import { type EngineName, engines } from '../tests/helpers/databases.ts'
import type { Random } from './random.ts'

export type Length = 'quick' | 'standard'

export interface Scenario {
  name: string
  rounds: Readonly<Record<Length, number>>
  /** Both by default. */
  engines?: readonly EngineName[]
  /** The only engine of a quick run. */
  quickEngine?: EngineName
  run(round: Run): Promise<void>
}

export const enginesOf = (
  { engines: its = engines, quickEngine }: Pick<Scenario, 'engines' | 'quickEngine'>,
  length: Length,
): readonly EngineName[] => (length === 'quick' && quickEngine ? [quickEngine] : its)

export interface Run {
  engine: EngineName
  /** A quick run has no time limits, because it runs beside other tests. */
  length: Length
  rounds: number
  random: Random
  tally: Tally
}

export class Tally {
  rounds = 0
  /** Deliberate faults: kills, lost replies, races for the same unit. */
  faults = 0
  acknowledged = 0
  lost = 0
  /** What went wrong, one sentence each. */
  readonly wrong: string[] = []
  /** An additional observation. */
  note = ''

  expect(holds: boolean, sentence: string): void {
    if (!holds) this.wrong.push(sentence)
  }

  async checkBooks(db: Reading): Promise<void> {
    this.wrong.push(...(await brokenInvariants(db)))
  }
}

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
