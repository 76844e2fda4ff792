import type { Played } from './play.ts'

const count = (number: number) => Math.round(number).toLocaleString('en')

/** What was played so far. */
export class Tally {
  worlds = 0
  days = 0
  requests = 0
  faults = 0
  readonly #begun = process.uptime()

  add({ days, requests, faults }: Played): void {
    this.worlds++
    this.days += days
    this.requests += requests
    this.faults += faults
  }

  get minutes(): number {
    return (process.uptime() - this.#begun) / 60
  }

  toString(): string {
    const pace = count(this.days / Math.max(this.minutes, 0.01))
    return `${count(this.worlds)} worlds, ${count(this.days)} days, ${count(this.faults)} faults, ${count(this.requests)} requests; ${pace} days a minute`
  }
}

export const summaryOf = ({ seed, mood, days, faults, requests, hash }: Played): string =>
  `seed ${seed}: ${mood.name}, ${mood.currency}, ${count(days)} days, ${count(faults)} faults, ${count(requests)} requests, ${hash.slice(0, 16)}`

/** The words after `npm run simulate -- --seed` that play the same again. */
export function wordsFor({ seed, limits }: Pick<Played, 'seed' | 'limits'>): string {
  const { days, people, without = [] } = limits
  return [
    String(seed),
    ...(days === undefined ? [] : [`--days ${days}`]),
    ...(people === undefined ? [] : [`--people ${people.join(',')}`]),
    ...(without.length === 0 ? [] : [`--without ${without.join(',')}`]),
  ].join(' ')
}

export function complaintsOf(played: Played): string {
  const lines = played.complaints.map(({ step, rule, sentence }) => `  step ${step}, ${rule}: ${sentence}`)
  const [first] = played.complaints
  return [
    `seed ${played.seed} (${played.mood.name}) has a complaint:`,
    ...lines,
    `  the story: npm run simulate -- --seed ${wordsFor(played)} --until ${first?.step}`,
  ].join('\n')
}
