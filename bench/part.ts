import type { Row } from './figures.ts'

/** How thorough a run is. */
export interface Effort {
  rounds: number
  /** Of load, in each round and on each side. */
  seconds: number
  quick: boolean
}

export interface Bench extends Effort {
  /** Everything of this run is in here, and gone with it. */
  folder: string
  say(line: string): void
}

/** Some rows of the table, measured together. */
export type Part = (bench: Bench) => Promise<Row[]>

/** Numbers of the rounds, for loops. */
export const rounds = ({ rounds: count }: Bench): number[] => Array.from({ length: count }, (_, i) => i)
