import { Census } from '../census/census.ts'
import { censusTable } from '../census/table.ts'
import { isComplete } from '../census/unreached.ts'
import type { Checker } from '../interfaces.ts'
import { moodOf, ownerEmail, ownerPassword, peopleOf } from '../people/index.ts'
import { randomOf } from '../world/random.ts'
import { playWorld } from '../world/world.ts'

/** A people that does not reach a call in so many days does not know it. */
const mostDays = 300

/**
 * Plays worlds without a judge and counts what their people reach, for at least so many days and until every call of the
 * contract has succeeded. False if one never did, or if an answer confused somebody.
 */
export async function playCensus(seed: number, days: number): Promise<boolean> {
  const census = new Census()
  let played = 0
  for (let next = seed; played < days || (!isComplete(census) && played < mostDays); next++)
    played += await playUnjudged(next, census)
  console.log(censusTable(census, played))
  return isComplete(census) && census.confusions.length === 0
}

async function playUnjudged(seed: number, census: Census): Promise<number> {
  const random = randomOf(String(seed))
  const mood = moodOf(random.fork('mood'))
  const people = peopleOf(random.fork('people'), mood)
  const checker: Checker = {
    see: () => [],
    async quiet({ payments }) {
      census.endWorld(payments)
      return []
    },
  }
  const { days } = await playWorld({
    random,
    mood,
    people,
    isThere: () => true,
    owner: { email: ownerEmail, password: ownerPassword },
    checker,
    watch: event => census.see(event),
    until: undefined,
  })
  return days
}
