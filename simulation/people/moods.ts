import { type Mood, type Random, worldCurrencies } from '../interfaces.ts'

const none = { loseRequest: 0, loseAnswer: 0, double: 0, delay: 0.05, mostDelayMs: 500, cut: 0 }

const calm = {
  network: none,
  provider: { fail: 0, tooMany: 0, outagesPerDay: 0, doubleWebhook: 0.05, lateWebhook: 0.1 },
  mail: { refuse: 0, acceptThenFail: 0, outagesPerDay: 0 },
  crashesPerDay: 0,
  powerLosses: 0,
}

/** How much goes wrong in a world of each kind, apart from what people do. */
const troubles = {
  calm,
  busy: {
    ...calm,
    network: {
      loseRequest: 0.005,
      loseAnswer: 0.01,
      double: 0.01,
      delay: 0.3,
      mostDelayMs: 5000,
      cut: 0.002,
    },
    provider: { fail: 0.01, tooMany: 0.01, outagesPerDay: 0.1, doubleWebhook: 0.2, lateWebhook: 0.2 },
    mail: { refuse: 0.02, acceptThenFail: 0.01, outagesPerDay: 0.1 },
    crashesPerDay: 0.2,
    powerLosses: 0.3,
  },
  stormy: {
    network: {
      loseRequest: 0.03,
      loseAnswer: 0.05,
      double: 0.05,
      delay: 0.5,
      mostDelayMs: 60_000,
      cut: 0.02,
    },
    provider: { fail: 0.05, tooMany: 0.03, outagesPerDay: 0.5, doubleWebhook: 0.4, lateWebhook: 0.4 },
    mail: { refuse: 0.1, acceptThenFail: 0.05, outagesPerDay: 0.5 },
    crashesPerDay: 2,
    powerLosses: 0.5,
  },
  mad: {
    network: {
      loseRequest: 0.1,
      loseAnswer: 0.15,
      double: 0.15,
      delay: 0.5,
      mostDelayMs: 60_000,
      cut: 0.05,
    },
    provider: { fail: 0.15, tooMany: 0.1, outagesPerDay: 2, doubleWebhook: 0.6, lateWebhook: 0.6 },
    mail: { refuse: 0.2, acceptThenFail: 0.1, outagesPerDay: 2 },
    crashesPerDay: 12,
    powerLosses: 0.5,
  },
} satisfies Record<Mood['name'], Omit<Mood, 'name' | 'days' | 'people' | 'currency'>>

/** Short worlds are the most frequent, because most faults need few days. */
export function moodOf(random: Random): Mood {
  const name = random.weighted({ calm: 1, busy: 3, stormy: 3, mad: 2 })
  const days = random.chance(0.7) ? random.whole(2, 8) : random.whole(9, 40)
  const people = random.whole(16, 24)
  return { name, days, people, currency: random.pick(worldCurrencies), ...troubles[name] }
}

/** What people are like in a world of each kind. */
export interface Habits {
  /** How often a shopper comes. */
  visitsPerDay: number
  /** The part of visits that begin at the full hour, when everybody else comes too. */
  rush: number
  /** How often somebody clicks twice, or does the same in two tabs. */
  haste: number
  /** Rounds of each owner and admin. */
  roundsPerDay: number
  clerkActsPerDay: number
  attacksPerDay: number
  attackers: number
}

export const habitsOf: Readonly<Record<Mood['name'], Habits>> = {
  calm: {
    visitsPerDay: 0.35,
    rush: 0.3,
    haste: 0.1,
    roundsPerDay: 1,
    clerkActsPerDay: 1,
    attacksPerDay: 2,
    attackers: 1,
  },
  busy: {
    visitsPerDay: 0.5,
    rush: 0.5,
    haste: 0.2,
    roundsPerDay: 1.5,
    clerkActsPerDay: 2,
    attacksPerDay: 3,
    attackers: 2,
  },
  stormy: {
    visitsPerDay: 0.5,
    rush: 0.5,
    haste: 0.3,
    roundsPerDay: 1.5,
    clerkActsPerDay: 2,
    attacksPerDay: 3,
    attackers: 2,
  },
  mad: {
    visitsPerDay: 0.6,
    rush: 0.6,
    haste: 0.5,
    roundsPerDay: 1.5,
    clerkActsPerDay: 3,
    attacksPerDay: 6,
    attackers: 3,
  },
}
