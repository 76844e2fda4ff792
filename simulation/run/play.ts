import { newChecker } from '../checker/checker.ts'
import type { Mood, WorldEvent } from '../interfaces.ts'
import { moodOf, ownerEmail, ownerPassword, peopleOf } from '../people/index.ts'
import { randomOf } from '../world/random.ts'
import { playWorld, type WorldEnd } from '../world/world.ts'

/** What is left out of a world, to find out what a complaint needs. */
export interface Limits {
  /** The most days. */
  days?: number
  /** Numbers of the people who are there; everybody by default. */
  people?: readonly number[]
  /** Kinds of faults that do not happen, such as 'network.double'. */
  without?: readonly string[]
}

export interface Played extends WorldEnd {
  seed: number
  mood: Mood
  limits: Limits
}

/** The people of a world, by number. */
export const namesIn = (seed: number): string[] => planOf(seed, {}).people.map(({ name }) => name)

/** Plays the world of a seed, to its end or `until` a step. */
export async function playSeed(
  seed: number,
  limits: Limits = {},
  watch?: (event: WorldEvent) => void,
  until?: number,
): Promise<Played> {
  const { random, mood, people } = planOf(seed, limits)
  const owner = { email: ownerEmail, password: ownerPassword }
  const checker = newChecker()
  const isThere = (number: number) => limits.people === undefined || limits.people.includes(number)
  const end = await playWorld({ random, mood, people, isThere, owner, checker, until, watch })
  return { ...end, seed, mood, limits }
}

function planOf(seed: number, { days, without = [] }: Limits) {
  const random = randomOf(String(seed))
  const whole = moodOf(random.fork('mood'))
  const mood = without.reduce(withoutFault, { ...whole, days: Math.min(whole.days, days ?? whole.days) })
  return { random, mood, people: peopleOf(random.fork('people'), mood) }
}

/** All kinds of faults, as `without` names them. */
export const faultNames = [
  'crashesPerDay',
  'powerLosses',
  ...['loseRequest', 'loseAnswer', 'double', 'delay', 'cut'].map(name => `network.${name}`),
  ...['fail', 'tooMany', 'outagesPerDay', 'doubleWebhook', 'lateWebhook'].map(name => `provider.${name}`),
  ...['refuse', 'acceptThenFail', 'outagesPerDay'].map(name => `mail.${name}`),
]

function withoutFault(mood: Mood, name: string): Mood {
  if (!faultNames.includes(name))
    throw new Error(`There is no fault '${name}'. There are ${faultNames.join(', ')}.`)
  const [part = '', field = ''] = name.split('.')
  if (part === 'network' || part === 'provider' || part === 'mail')
    return { ...mood, [part]: { ...mood[part], [field]: 0 } }
  return { ...mood, [part]: 0 }
}
