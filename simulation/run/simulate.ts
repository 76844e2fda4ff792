import { UsageError } from '../../scripts/command.ts'
import type { CommandLine } from '../../scripts/commands.mjs'
import { playMany, playQuickly } from './many.ts'
import { faultNames, type Limits, playSeed } from './play.ts'
import { playCensus } from './play-census.ts'
import { complaintsOf, summaryOf, wordsFor } from './report.ts'
import { shrink } from './shrink.ts'
import { storyLine } from './story.ts'

/** `npm run simulate`. False if a world had a complaint. */
export async function simulate({ counts, switches, texts }: CommandLine, newSeed: number): Promise<boolean> {
  const { seed, until, days, minutes } = counts
  const limits = limitsOf(days, texts)
  if (switches.quick) return playQuickly(newSeed)
  if (switches.census) return playCensus(seed ?? newSeed, days ?? 100)
  if (counts.shrink !== undefined) return shrinkSeed(counts.shrink, limits)
  if (seed !== undefined && minutes === undefined) return playOne(seed, limits, until)
  return playMany(seed ?? newSeed, { ...(minutes && { minutes }), ...(days && { days }) })
}

function limitsOf(days: number | undefined, { people, without }: CommandLine['texts']): Limits {
  const unknown = without?.split(',').find(name => !faultNames.includes(name))
  if (unknown !== undefined)
    throw new UsageError(`There is no fault '${unknown}'. There are ${faultNames.join(', ')}.`)
  return {
    ...(days !== undefined && { days }),
    ...(people !== undefined && { people: people.split(',').map(Number) }),
    ...(without !== undefined && { without: without.split(',') }),
  }
}

async function playOne(seed: number, limits: Limits, until: number | undefined): Promise<boolean> {
  const tell = (event: Parameters<typeof storyLine>[0]) => {
    if (event.step <= (until ?? 0)) console.log(storyLine(event))
  }
  const played = await playSeed(seed, limits, tell, until)
  console.log(summaryOf(played))
  if (played.complaints.length === 0) return true
  console.log(complaintsOf(played))
  return false
}

async function shrinkSeed(seed: number, limits: Limits): Promise<boolean> {
  const smallest = await shrink(seed, limits, line => console.log(line))
  console.log(summaryOf(smallest))
  if (smallest.complaints.length === 0) return true
  console.log(complaintsOf(smallest))
  console.log(`  the same again: npm run simulate -- --seed ${wordsFor(smallest)}`)
  return false
}
