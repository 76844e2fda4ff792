import { faultNames, type Limits, namesIn, type Played, playSeed } from './play.ts'

/** Leaves out days, people and faults as long as the same rule stays broken. */
export async function shrink(seed: number, begin: Limits, say: (line: string) => void): Promise<Played> {
  let smallest = await playSeed(seed, begin)
  const rule = smallest.complaints[0]?.rule
  if (rule === undefined) return smallest
  const attempt = async (limits: Limits, what: string): Promise<boolean> => {
    const played = await playSeed(seed, limits)
    const isSame = played.complaints.some(complaint => complaint.rule === rule)
    if (isSame) smallest = played
    say(`${isSame ? 'without' : 'needs'} ${what}`)
    return isSame
  }
  const days = Math.ceil(smallest.days)
  if (days < smallest.mood.days) await attempt({ ...begin, days }, `the days after ${days}`)
  for (const name of faultNames) {
    const { without = [] } = smallest.limits
    if (!without.includes(name)) await attempt({ ...smallest.limits, without: [...without, name] }, name)
  }
  await withFewerPeople(namesIn(seed), attempt, () => smallest.limits)
  return smallest
}

/** Half of them at a time, then a quarter, down to each alone. */
async function withFewerPeople(
  names: readonly string[],
  attempt: (limits: Limits, what: string) => Promise<boolean>,
  limits: () => Limits,
): Promise<void> {
  let there = names.map((_, number) => number)
  for (let size = Math.ceil(there.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < there.length; ) {
      const rest = [...there.slice(0, at), ...there.slice(at + size)]
      const gone = there.slice(at, at + size).map(number => names[number])
      if (rest.length > 0 && (await attempt({ ...limits(), people: rest }, gone.join(', ')))) there = rest
      else at += size
    }
}
