import { brokenInvariants } from '../src/server/books/invariants.ts'
import type { Reading } from '../src/server/db/schema/tables.ts'
import { type EngineName, engines } from '../tests/helpers/databases.ts'
import type { Random } from './random.ts'

export type Length = 'quick' | 'standard'

export interface Scenario {
  name: string
  rounds: Readonly<Record<Length, number>>
  /** Both unless told. */
  engines?: readonly EngineName[]
  /**
   * For the quick one. Of shops that are started again and again, whichever is told; of rivals in one process
   * PostgreSQL, where transactions overlap. The rooms' tests have such races on both.
   */
  quickEngine?: EngineName
  run(round: Run): Promise<void>
}

export const enginesOf = (
  { engines: its = engines, quickEngine }: Pick<Scenario, 'engines' | 'quickEngine'>,
  length: Length,
): readonly EngineName[] => (length === 'quick' && quickEngine ? [quickEngine] : its)

export interface Run {
  engine: EngineName
  /** The quick one runs beside other tests: there nobody is held to a time. */
  length: Length
  rounds: number
  random: Random
  tally: Tally
}

/** What a scenario did and what came of it. */
export class Tally {
  rounds = 0
  /** Things done on purpose to break it: kills, lost replies, rivals for the same unit. */
  faults = 0
  acknowledged = 0
  lost = 0
  /** Each in a sentence. */
  readonly wrong: string[] = []
  /** Something worth telling besides. */
  note = ''

  expect(holds: boolean, sentence: string): void {
    if (!holds) this.wrong.push(sentence)
  }

  async checkBooks(db: Reading): Promise<void> {
    this.wrong.push(...(await brokenInvariants(db)))
  }
}

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
