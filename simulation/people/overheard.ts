import type { Random } from '../interfaces.ts'

/** What gets about: people show each other screens, and lose printouts. Attackers try what they pick up. */
export interface Overheard {
  readonly orders: string[]
  readonly emails: string[]
  readonly payments: string[]
  readonly secrets: string[]
}

export const nothingYet = (): Overheard => ({ orders: [], emails: [], payments: [], secrets: [] })

const most = 60

/** Keeps what was heard last. */
export function hear(list: string[], heard: string | undefined): void {
  if (heard === undefined || list.includes(heard)) return
  list.push(heard)
  if (list.length > most) list.shift()
}

export const pickOr = (random: Random, list: readonly string[], otherwise: string): string =>
  list.length > 0 ? random.pick(list) : otherwise
